import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useSend } from '../documentos/new.tsx';
import { editorOf } from '../documentos/opening.ts';
import type { IconName } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';

/** What can be done from anywhere. */
export interface Command {
  readonly key: string;
  readonly iconName: IconName;
  readonly rotulo: string;
  readonly run: () => unknown;
}

const DRAFTS_OFFERED = 4;

/** Asks for PDFs as a field of a page does: the palette, which had one, is closed by then. */
function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = 'application/pdf,.pdf';
  field.multiple = true;
  field.addEventListener('change', () => onFiles([...(field.files ?? [])]));
  field.click();
}

/** What this person can begin: something new, the sending of an own draft, an invitation. */
export function useCommands(): readonly Command[] {
  const t = useBase().busca;
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const navigate = useNavigate();
  const send = useSend(null);
  const drafts = useQuery({
    queryKey: ['inicio'],
    queryFn: ({ signal }) => client.obterInicio({ signal }),
    enabled: isAllowed('enviarDocumento'),
  });
  const leadTo = (to: string) => () => navigate(to);
  const all = [
    ['criarDocumento', { key: 'novo', iconName: 'plus', rotulo: t.commands.documento, run: () => chooseFiles(send) }],
    [
      'criarEnvelope',
      { key: 'envelope', iconName: 'envelope', rotulo: t.commands.envelope, run: leadTo('/envelopes/novo') },
    ],
    [
      'criarDocumentoDeModelo',
      { key: 'modelo', iconName: 'modelo', rotulo: t.commands.modelo, run: leadTo('/modelos') },
    ],
    [
      'convidarMembro',
      {
        key: 'convidar',
        iconName: 'person',
        rotulo: t.commands.convidar,
        run: leadTo('/organizacao/membros?convidar=true'),
      },
    ],
    [
      'criarChaveApi',
      { key: 'chave', iconName: 'key', rotulo: t.commands.chave, run: leadTo('/integracao/chaves/nova') },
    ],
  ] as const;
  const own = (drafts.data?.rascunhos ?? []).slice(0, DRAFTS_OFFERED).map(
    ({ id, titulo }): Command => ({
      key: id,
      iconName: 'send',
      rotulo: t.commands.enviar(titulo),
      run: leadTo(editorOf(id)),
    }),
  );
  return [...all.filter(([operacao]) => isAllowed(operacao)).map(([, command]) => command), ...own];
}

import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useModeloList } from '../modelos/queries.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { OF_THE_ACCOUNT, TARGETS } from './navigation.ts';

const FOUND = 8;

/** What can be gone to. */
interface Finding {
  readonly to: string;
  readonly iconName: IconName;
  readonly rotulo: string;
  readonly detalhe?: string;
}

/** Screens and templates by name, documents by title or signer. @param asked grows with each wish to open it */
export default function Search({ asked }: { readonly asked: number }) {
  const t = useBase();
  const [text, setText] = useState('');
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const { screens, documents, templates, searching } = useFindings(text.trim());
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      shortcut={null}
      clearQueryOnClose
      title={t.busca.abrir}
      classNames={{ header: 'unseen' }}
    >
      <Spotlight.Search
        placeholder={t.busca.campo}
        aria-label={t.busca.campo}
        leftSection={<Icon nome="busca" />}
        maxLength={200}
      />
      <Spotlight.ActionsList>
        <Group rotulo={t.busca.telas} foundItems={screens} />
        <Group rotulo={t.busca.documentos} foundItems={documents} />
        <Group rotulo={t.navigation.modelos} foundItems={templates} />
        {screens.length + templates.length + documents.length === 0 && !searching && (
          <Spotlight.Empty>{t.busca.nothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What a text finds. Screens follow each key, and no text finds them all; the service is asked once typing rests. */
function useFindings(text: string) {
  const t = useBase();
  const { client, ambiente } = usePanel();
  const { isAllowed } = useIsAllowed();
  const [busca] = useDebouncedValue(text, 200);
  const asking = busca !== '';
  const found = useQuery({
    queryKey: ['documentos', 'busca', busca],
    enabled: asking,
    queryFn: ({ signal }) => client.listarDocumentos({ query: { busca, limite: FOUND }, signal }),
  });
  const listed = useModeloList(asking && isAllowed('listarModelos'));
  const screens = [...TARGETS, ...OF_THE_ACCOUNT]
    .filter(
      ({ operacao, so, rotulo }) =>
        (operacao === undefined || isAllowed(operacao)) &&
        (so === undefined || so === ambiente) &&
        plain(rotulo(t)).includes(plain(text)),
    )
    .map(({ to, iconName, rotulo }): Finding => ({ to, iconName, rotulo: rotulo(t) }));
  const documents = (asking ? (found.data?.itens ?? []) : []).map(
    ({ id, titulo, signatarios }): Finding => ({
      to: `/documentos/${id}`,
      iconName: 'documento',
      rotulo: titulo,
      detalhe: signatarios.map(({ nome, email }) => nome ?? email).join(', '),
    }),
  );
  const templates = (asking ? (listed.data?.pages ?? []) : [])
    .flatMap(({ itens }) => itens)
    .filter(({ nome }) => plain(nome).includes(plain(busca)))
    .slice(0, FOUND)
    .map(({ id, nome }): Finding => ({ to: `/modelos/${id}`, iconName: 'modelo', rotulo: nome }));
  return { screens, documents, templates, searching: found.isFetching };
}

function Group({ rotulo, foundItems }: { readonly rotulo: string; readonly foundItems: readonly Finding[] }) {
  const navigate = useNavigate();
  if (foundItems.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={rotulo}>
      {foundItems.map(({ to, iconName, rotulo, detalhe }) => (
        <Spotlight.Action
          key={to}
          label={rotulo}
          {...(detalhe ? { description: detalhe } : {})}
          leftSection={<Icon nome={iconName} />}
          onClick={() => void navigate(to)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

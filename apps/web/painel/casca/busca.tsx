import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useModelosLista } from '../modelos/consultas.ts';
import { Icone, type NomeIcone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';
import { DA_CONTA, DESTINOS } from './navegacao.ts';

const FOUND = 8;

/** What can be gone to. */
interface Achado {
  readonly to: string;
  readonly icone: NomeIcone;
  readonly rotulo: string;
  readonly detalhe?: string;
}

/** Screens and templates by name, documents by title or signer. @param asked grows with each wish to open it */
export default function Busca({ asked }: { readonly asked: number }) {
  const t = useBase();
  const [text, setText] = useState('');
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const { screens, documents, templates, searching } = useAchados(text.trim());
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
        leftSection={<Icone nome="busca" />}
        maxLength={200}
      />
      <Spotlight.ActionsList>
        <Grupo rotulo={t.busca.telas} achados={screens} />
        <Grupo rotulo={t.busca.documentos} achados={documents} />
        <Grupo rotulo={t.navegacao.modelos} achados={templates} />
        {screens.length + templates.length + documents.length === 0 && !searching && (
          <Spotlight.Empty>{t.busca.nada}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What a text finds. Screens follow each key, and no text finds them all; the service is asked once typing rests. */
function useAchados(text: string) {
  const t = useBase();
  const { client, ambiente } = usePanel();
  const { pode } = usePode();
  const [busca] = useDebouncedValue(text, 200);
  const asking = busca !== '';
  const found = useQuery({
    queryKey: ['documentos', 'busca', busca],
    enabled: asking,
    queryFn: ({ signal }) => client.listarDocumentos({ query: { busca, limite: FOUND }, signal }),
  });
  const listed = useModelosLista(asking && pode('listarModelos'));
  const screens = [...DESTINOS, ...DA_CONTA]
    .filter(
      ({ operacao, so, rotulo }) =>
        (operacao === undefined || pode(operacao)) &&
        (so === undefined || so === ambiente) &&
        plain(rotulo(t)).includes(plain(text)),
    )
    .map(({ to, icone, rotulo }): Achado => ({ to, icone, rotulo: rotulo(t) }));
  const documents = (asking ? (found.data?.itens ?? []) : []).map(
    ({ id, titulo, signatarios }): Achado => ({
      to: `/documentos/${id}`,
      icone: 'documento',
      rotulo: titulo,
      detalhe: signatarios.map(({ nome, email }) => nome ?? email).join(', '),
    }),
  );
  const templates = (asking ? (listed.data?.pages ?? []) : [])
    .flatMap(({ itens }) => itens)
    .filter(({ nome }) => plain(nome).includes(plain(busca)))
    .slice(0, FOUND)
    .map(({ id, nome }): Achado => ({ to: `/modelos/${id}`, icone: 'modelo', rotulo: nome }));
  return { screens, documents, templates, searching: found.isFetching };
}

function Grupo({ rotulo, achados }: { readonly rotulo: string; readonly achados: readonly Achado[] }) {
  const navigate = useNavigate();
  if (achados.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={rotulo}>
      {achados.map(({ to, icone, rotulo, detalhe }) => (
        <Spotlight.Action
          key={to}
          label={rotulo}
          {...(detalhe ? { description: detalhe } : {})}
          leftSection={<Icone nome={icone} />}
          onClick={() => void navigate(to)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

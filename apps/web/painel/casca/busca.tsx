import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useModelosLista } from '../modelos/consultas.ts';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';
import { DA_CONTA, DESTINOS } from './navegacao.ts';

const FOUND = 8;

/** Screens and templates by name, documents by title or signer. @param asked grows with each wish to open it */
export default function Busca({ asked }: { readonly asked: number }) {
  const t = useBase();
  const { client, ambiente } = usePanel();
  const { pode } = usePode();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [busca] = useDebouncedValue(text.trim(), 200);
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const found = useQuery({
    queryKey: ['documentos', 'busca', busca],
    enabled: busca !== '',
    queryFn: ({ signal }) => client.listarDocumentos({ query: { busca, limite: FOUND }, signal }),
  });
  const screens = [...DESTINOS, ...DA_CONTA].filter(
    ({ operacao, so, rotulo }) =>
      (operacao === undefined || pode(operacao)) &&
      (so === undefined || so === ambiente) &&
      plain(rotulo(t)).includes(plain(text.trim())),
  );
  const listed = useModelosLista(busca !== '' && pode('listarModelos'));
  const templates =
    busca === ''
      ? []
      : (listed.data?.pages ?? [])
          .flatMap(({ itens }) => itens)
          .filter(({ nome }) => plain(nome).includes(plain(busca)))
          .slice(0, FOUND);
  const documents = busca === '' ? [] : (found.data?.itens ?? []);
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
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label={t.busca.telas}>
            {screens.map(({ to, icone, rotulo }) => (
              <Spotlight.Action
                key={to}
                label={rotulo(t)}
                leftSection={<Icone nome={icone} />}
                onClick={() => void navigate(to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {documents.length > 0 && (
          <Spotlight.ActionsGroup label={t.busca.documentos}>
            {documents.map(({ id, titulo, signatarios }) => (
              <Spotlight.Action
                key={id}
                label={titulo}
                description={signatarios.map(({ nome, email }) => nome ?? email).join(', ')}
                leftSection={<Icone nome="documento" />}
                onClick={() => void navigate(`/documentos/${id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {templates.length > 0 && (
          <Spotlight.ActionsGroup label={t.navegacao.modelos}>
            {templates.map(({ id, nome }) => (
              <Spotlight.Action
                key={id}
                label={nome}
                leftSection={<Icone nome="modelo" />}
                onClick={() => void navigate(`/modelos/${id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {screens.length + templates.length + documents.length === 0 && !found.isFetching && (
          <Spotlight.Empty>{t.busca.nada}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

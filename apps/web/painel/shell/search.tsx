import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import type { DocumentoResumo } from '@rubrica/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import type { DocumentAction } from '../documentos/acts.ts';
import { useOpening } from '../documentos/opening.ts';
import { useDocumentActions } from '../documentos/use-acts.tsx';
import { useModeloList } from '../modelos/queries.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { useCommands } from './commands.ts';
import { DAILY, DEVELOPER, isOffered, OF_THE_ACCOUNT, OF_THE_ORGANIZATION } from './navigation.ts';

const FOUND = 8;
const PEOPLE_SHOWN = 4;

const SCREENS = [
  ...DAILY,
  ...OF_THE_ORGANIZATION.flatMap(({ targets }) => targets).filter(({ to }) => to !== '/organizacao'),
  ...DEVELOPER.targets,
  ...OF_THE_ACCOUNT,
];

/** What can be gone to, or done. */
interface Finding {
  readonly key: string;
  readonly run: () => unknown;
  readonly iconName: IconName;
  readonly rotulo: string;
  readonly detalhe?: string;
}

/**
 * What can be done and gone to: commands, screens and templates by name, documents by title or signer, people of documents.
 * @param asked grows with each wish to open it
 */
export default function Search({ asked }: { readonly asked: number }) {
  const t = useBase();
  const [text, setText] = useState('');
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const { commands, screens, documents, acts, dialog, people, templates, searching } = useFindings(text.trim());
  const found = [commands, screens, documents, acts, people, templates].some((items) => items.length > 0);
  return (
    <>
      <Spotlight.Root
        query={text}
        onQueryChange={setText}
        shortcut={null}
        clearQueryOnClose
        title={t.busca.open}
        classNames={{ header: 'unseen' }}
      >
        <Spotlight.Search
          placeholder={t.busca.campo}
          aria-label={t.busca.campo}
          leftSection={<Icon name="search" />}
          maxLength={200}
        />
        <Spotlight.ActionsList>
          <Group rotulo={t.busca.actions} foundItems={commands} />
          <Group rotulo={t.busca.screens} foundItems={screens} />
          <Group rotulo={t.busca.documentos} foundItems={documents} />
          <Group rotulo={t.busca.acts} foundItems={acts} />
          <Group rotulo={t.busca.people} foundItems={people} />
          <Group rotulo={t.navigation.modelos} foundItems={templates} />
          {!found && !searching && <Spotlight.Empty>{t.busca.nothing}</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
      {dialog}
    </>
  );
}

/** What a text finds. Screens follow each key, and no text finds them all; the service is asked once typing rests. */
function useFindings(text: string) {
  const t = useBase();
  const { client, ambiente } = usePanel();
  const { isAllowed } = useIsAllowed();
  const navigate = useNavigate();
  const opening = useOpening();
  const [busca] = useDebouncedValue(text, 200);
  const asking = busca !== '';
  const found = useQuery({
    queryKey: ['documentos', 'busca', busca],
    enabled: asking,
    queryFn: ({ signal }) => client.listarDocumentos({ query: { busca, limite: FOUND }, signal }),
  });
  const listed = useModeloList(asking && isAllowed('listarModelos'));
  const commands = useCommands().filter(({ rotulo }) => plain(rotulo).includes(plain(text)));
  const screens = SCREENS.filter(
    (target) => isOffered(target, { ambiente, isAllowed }) && plain(target.rotulo(t)).includes(plain(text)),
  ).map(({ to, iconName, rotulo }): Finding => ({ key: to, run: () => navigate(to), iconName, rotulo: rotulo(t) }));
  const documents = (asking ? (found.data?.itens ?? []) : []).map(
    (documento): Finding => ({
      key: documento.id,
      run: () => navigate(opening(documento)),
      iconName: 'documento',
      rotulo: documento.titulo,
      detalhe: documento.signatarios.map(({ nome, email }) => nome ?? email).join(', '),
    }),
  );
  const templates = (asking ? (listed.data?.pages ?? []) : [])
    .flatMap(({ itens }) => itens)
    .filter(({ nome }) => plain(nome).includes(plain(busca)))
    .slice(0, FOUND)
    .map(
      ({ id, nome }): Finding => ({ key: id, run: () => navigate(`/modelos/${id}`), iconName: 'modelo', rotulo: nome }),
    );
  const { acts, dialog } = useActs(asking, found.data?.itens ?? []);
  const people = (asking ? peopleIn(found.data?.itens ?? [], busca) : []).map(
    ({ nome, email }): Finding => ({
      key: `pessoa ${email}`,
      run: () => navigate(`/documentos?${new URLSearchParams({ busca: email })}`),
      iconName: 'person',
      rotulo: nome ?? email,
      detalhe: t.busca.documentsOf(email),
    }),
  );
  return { commands, screens, documents, acts, dialog, people, templates, searching: found.isFetching };
}

/** What is done with a document from anywhere; the rest is done where the document is. */
const ACTS: readonly DocumentAction[] = ['corrigir', 'copy', 'modelo'];
const ACTED_ON = 3;

/**
 * What can be done with the documents that a text finds, or, before there is a text, with the one whose page is shown.
 * `dialog` stands beside the palette, which is closed by the choice.
 */
function useActs(asking: boolean, found: readonly DocumentoResumo[]) {
  const { offered, dialog } = useDocumentActions();
  const here = useMatch('/documentos/:documentoId/*')?.params.documentoId ?? '';
  const shown = useQueryClient().getQueryData<DocumentoResumo>(['documento', here]);
  const documentos = asking ? found.slice(0, ACTED_ON) : shown ? [shown] : [];
  const acts = documentos.flatMap((documento) =>
    offered(documento)
      .filter(({ name }) => ACTS.includes(name))
      .map(
        ({ name, iconName, rotulo, run }): Finding => ({
          key: `${name} ${documento.id}`,
          run,
          iconName,
          rotulo: `${rotulo}: ${documento.titulo}`,
        }),
      ),
  );
  return { acts, dialog };
}

/** Those whom a text finds among the signers of documents, each address once. */
function peopleIn(documentos: readonly DocumentoResumo[], text: string) {
  const found = new Map<string, { readonly nome: string | null; readonly email: string }>();
  for (const { nome, email } of documentos.flatMap(({ signatarios }) => signatarios)) {
    const matches = email !== null && plain(`${nome ?? ''} ${email}`).includes(plain(text));
    if (matches) found.set(email.toLowerCase(), { nome, email });
  }
  return [...found.values()].slice(0, PEOPLE_SHOWN);
}

function Group({ rotulo, foundItems }: { readonly rotulo: string; readonly foundItems: readonly Finding[] }) {
  if (foundItems.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={rotulo}>
      {foundItems.map(({ key, run, iconName, rotulo, detalhe }) => (
        <Spotlight.Action
          key={key}
          label={rotulo}
          {...(detalhe ? { description: detalhe } : {})}
          leftSection={<Icon name={iconName} />}
          onClick={() => void run()}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

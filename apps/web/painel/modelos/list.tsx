import { ActionIcon, Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { useIsAllowed } from '../context.tsx';
import { Drop } from '../documentos/drop.tsx';
import { useSendAndOpen } from '../documentos/send-and-open.ts';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { Total } from '../parts/total.tsx';
import { useModelos } from '../texts/modelos.ts';
import { useExampleModelo } from './example.ts';
import styles from './list.module.css';
import { useModeloList } from './queries.ts';

const SHOWN = 100;

/** `/modelos` */
export function Component() {
  const t = useModelos();
  const { isAllowed } = useIsAllowed();
  const [busca, setSearch] = useState('');
  const { list, words, all, found, searching } = useFindings(busca);
  const send = useSendAndOpen();
  const create = useCallback((files: readonly File[]) => send(files, { what: 'modelo' }), [send]);
  const mayCreate = isAllowed('criarModelo');
  return (
    <Screen
      title={t.titulo}
      together={
        list.data && <Total count={words === '' ? list.data.pages.at(-1)?.total : found.length} words={t.total} />
      }
      actions={
        mayCreate && (
          <FileButton accept="application/pdf,.pdf" multiple onChange={create}>
            {(props) => (
              <Button leftSection={<Icon name="plus" />} {...props}>
                {t.fresh}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayCreate && <Drop onFiles={create} texto={t.dropIt} />}
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && all.length === 0 && <Beginning />}
      {all.length > 0 && (
        <>
          <Search busca={busca} onSearch={setSearch} />
          {found.length > 0 && <Lines key={words} modelos={found} />}
          {searching ? (
            <Text c="dimmed" size="sm" role="status">
              {t.list.searching}
            </Text>
          ) : (
            found.length === 0 && (
              <Empty drawing="search" titulo={t.list.nothing} texto={t.list.nothingText}>
                <Button variant="default" onClick={() => setSearch('')}>
                  {t.list.clear}
                </Button>
              </Empty>
            )
          )}
          {words === '' && list.hasNextPage && (
            <Group justify="center">
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t.list.more}
              </Button>
            </Group>
          )}
        </>
      )}
    </Screen>
  );
}

/**
 * The templates that have the words. The listing has no search of its own: who looks for words gets the rest of its
 * pages to look in.
 */
function useFindings(busca: string) {
  const list = useModeloList();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const words = plain(busca.trim());
  const all = data?.pages.flatMap(({ itens }) => itens) ?? [];
  const found = all.filter(({ nome, descricao }) => plain(`${nome} ${descricao ?? ''}`).includes(words));
  const searching = words !== '' && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (searching && !isFetchingNextPage) void fetchNextPage();
  }, [searching, isFetchingNextPage, fetchNextPage]);
  return { list, words, all, found, searching };
}

function Search({ busca, onSearch }: { readonly busca: string; readonly onSearch: (busca: string) => void }) {
  const t = useModelos();
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={t.list.busca}
      placeholder={t.list.busca}
      maxLength={200}
      leftSection={<Icon name="search" />}
      value={busca}
      onChange={(event) => onSearch(event.currentTarget.value)}
      rightSection={
        busca !== '' && (
          <ActionIcon variant="subtle" color="gray" aria-label={t.list.clear} onClick={() => onSearch('')}>
            <Icon name="cancel" />
          </ActionIcon>
        )
      }
    />
  );
}

/** The rows, a hundred at a time. */
function Lines({ modelos }: { readonly modelos: readonly Modelo[] }) {
  const t = useModelos();
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ul className="plain-list framed-list" aria-label={t.list.rotulo}>
        {modelos.slice(0, shown).map((modelo) => (
          <li key={modelo.id} className={styles.row}>
            <Row modelo={modelo} />
          </li>
        ))}
      </ul>
      {modelos.length > shown && (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown((now) => now + SHOWN)}>
            {t.list.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function Row({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { isAllowed } = useIsAllowed();
  const { id, nome, descricao, papeis, variaveis, campos, paginas, vezesUsado } = modelo;
  const facts = [
    t.papeis(papeis.length),
    t.variaveis(variaveis.length),
    t.campos(campos.length),
    t.paginas(paginas),
    t.uses(vezesUsado),
  ];
  return (
    <>
      <Thumbnail of={`/modelos/${id}`} changed={null} />
      <div className={styles.what}>
        <TitleLink to={`/modelos/${id}`} title={nome} />
        {descricao && (
          <Text size="sm" lineClamp={2} dir="auto">
            {descricao}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Tag tone={modelo.escopo === 'ORGANIZACAO' ? 'info' : 'neutral'}>{t.escopo[modelo.escopo]}</Tag>
      <Text size="sm" c="dimmed" className={styles.when}>
        <Moment when={modelo.criadoEm} style="dia" />
      </Text>
      {isAllowed('criarDocumentoDeModelo') && (
        <Button component={Link} to={`/modelos/${id}/usar`} variant="default" size="xs" aria-label={t.list.use(nome)}>
          {t.pagina.use}
        </Button>
      )}
    </>
  );
}

/** Nothing at all yet: a template made from the sample contract is a click away. */
function Beginning() {
  const t = useModelos();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const make = useExampleModelo();
  const mayCreate = isAllowed('criarModelo');
  const sample = async () => {
    setBusy(true);
    await make().catch(notices.erro);
    setBusy(false);
  };
  return (
    <Empty drawing="modelo" titulo={t.list.blank} texto={mayCreate ? t.list.blankText : t.list.blankReader}>
      {mayCreate && (
        <Button variant="default" loading={busy} onClick={() => void sample()}>
          {t.list.example}
        </Button>
      )}
    </Empty>
  );
}

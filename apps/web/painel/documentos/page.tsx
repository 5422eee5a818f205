import { Alert, Anchor, Group, Stack, Tabs, Text } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { EnvelopeFact } from '../envelopes/strip.tsx';
import { FactsCard } from '../parts/facts-card.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { PagePicture } from '../parts/page-picture.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { DocumentoTag } from '../parts/tag.tsx';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { DocumentoActions } from './actions.tsx';
import { Campos } from './fields.tsx';
import { Files } from './files.tsx';
import { editorOf, useOpening } from './opening.ts';
import { SignNow } from './own-signature.tsx';
import styles from './page.module.css';
import { Pages } from './pages.tsx';
import { useDocumento, usePastas } from './queries.ts';
import { Signatarios } from './signatarios.tsx';
import { Standing } from './standing.tsx';
import { Trail } from './trail.tsx';

const TABS = ['resumo', 'campos', 'trilha', 'arquivos'] as const;
type Tab = (typeof TABS)[number];

/** `/documentos/{documentoId}?aba=`; a draft leads on to its editor unless a tab is named. */
export function Component() {
  const t = useDocumentos();
  const { documentoId = '' } = useParams();
  const document = useDocumento(documentoId);
  const above = { to: '/documentos', label: t.titulo };
  const opening = useOpening();
  const [query] = useSearchParams();
  const { data } = document;
  const leadsOn = data !== undefined && !query.has('aba') && opening(data) === editorOf(data.id);
  // What was a draft when it was last looked at may have been sent since.
  if (leadsOn && !document.isFetching) return <Navigate to={editorOf(data.id)} replace />;
  if (data && !leadsOn) return <DocumentoScreen documento={data} />;
  return (
    <Screen title={t.titulo} above={above}>
      {document.error ? <Failure erro={document.error} repeat={() => void document.refetch()} /> : <Loading />}
    </Screen>
  );
}

function DocumentoScreen({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const [query, setQuery] = useSearchParams();
  const tab: Tab = TABS.find((one) => one === query.get('aba')) ?? 'resumo';
  return (
    <Screen
      title={documento.titulo}
      above={{ to: '/documentos', label: t.titulo }}
      together={<DocumentoTag status={documento.status} />}
      actions={
        <>
          <SignNow documento={documento} />
          <DocumentoActions documento={documento} />
        </>
      }
    >
      <Card documento={documento} onPages={() => setQuery({ aba: 'campos' }, { replace: true })} />
      <FileContent documento={documento} />
      <Tabs
        value={tab}
        classNames={{ tab: styles.tab }}
        keepMounted={false}
        onChange={(next) => setQuery({ aba: next ?? 'resumo' }, { replace: true })}
      >
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.pagina.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="resumo" pt="md">
          <Signatarios documento={documento} />
        </Tabs.Panel>
        <Tabs.Panel value="trilha" pt="md">
          <Trail documento={documento} />
        </Tabs.Panel>
        <Tabs.Panel value="campos" pt="md">
          <Stack gap="xl">
            <Pages documento={documento} />
            <Campos documento={documento} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="arquivos" pt="md">
          <Files documento={documento} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** What there is to know of the document as a whole. */
function Card({ documento, onPages }: { readonly documento: Documento; readonly onPages: () => void }) {
  const t = useDocumentos();
  const words = useWords();
  const { ambiente } = usePanel();
  const validation = ambiente === 'TESTE' ? '/validar/teste' : '/validar';
  const folders = usePastas();
  const folder = folders.data?.find(({ id }) => id === documento.pastaId);
  const facts: [string, React.ReactNode][] = [
    [t.pagina.criado, <Moment key="c" when={documento.criadoEm} />],
    ...(documento.enviadoEm ? [[t.pagina.enviado, <Moment key="e" when={documento.enviadoEm} />] as const] : []),
    ...(documento.finalizadoEm
      ? [[t.pagina.concluido, <Moment key="f" when={documento.finalizadoEm} />] as const]
      : []),
    ...(documento.prazoEm ? [[t.pagina.prazo, <Moment key="p" when={documento.prazoEm} />] as const] : []),
    ...(documento.expiraEm ? [[t.pagina.expira, <Moment key="x" when={documento.expiraEm} />] as const] : []),
    ...(documento.lembrete ? [[t.pagina.lembrete, t.ajustar.reminders[documento.lembrete]] as const] : []),
    [t.pagina.nivel, words.nivel[documento.nivelAssinatura]],
    [t.pagina.paginas, String(documento.paginas)],
    [
      t.pagina.pasta,
      <span key="pasta" dir="auto">
        {folder?.nome ?? t.pastas.root}
      </span>,
    ],
  ].map(([name, value]) => [name, value] as [string, React.ReactNode]);
  return (
    <FactsCard>
      <div className={styles.head}>
        <button type="button" className={styles.cover} aria-label={t.pagina.seePages} onClick={onPages}>
          <PagePicture
            of={`/documentos/${documento.id}`}
            page={1}
            width={320}
            changed={documento.atualizadoEm}
            label=""
            className={styles.picture}
          />
        </button>
        <Standing documento={documento} />
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {documento.envelopeId && <EnvelopeFact envelopeId={documento.envelopeId} />}
          {documento.codigoValidacao && (
            <div>
              <dt>{t.pagina.codigo}</dt>
              <dd>
                <Anchor href={`${validation}/${documento.codigoValidacao}`} target="_blank" rel="noreferrer">
                  {documento.codigoValidacao}
                </Anchor>
              </dd>
            </div>
          )}
        </dl>
      </div>
      {documento.descricao && <LongText rotulo={t.pagina.descricao} texto={documento.descricao} />}
      {documento.mensagem && <LongText rotulo={t.pagina.mensagem} texto={documento.mensagem} />}
      {documento.ordenado && (
        <Alert variant="light" color="marca" icon={<Icon name="clock" />} mt="sm" py="xs">
          {t.pagina.ordem}
        </Alert>
      )}
    </FactsCard>
  );
}

/** What the file contains beyond its visible pages. */
function FileContent({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const words = useWords();
  if (documento.conteudoAtivo.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="alert-warning"
      icon={<Icon name="alert" />}
      title={t.pagina.conteudo.titulo}
    >
      <ul className="plain-list">
        {documento.conteudoAtivo.map(({ tipo, descricao, paginas }) => {
          const translated = words.translateContent(descricao);
          return (
            <li key={`${tipo} ${descricao}`}>
              <Text size="sm">
                <strong>{words.conteudoAtivo[tipo] ?? tipo}</strong>{' '}
                <span lang={translated === null ? 'pt-BR' : undefined} dir="auto">
                  {translated ?? descricao}
                </span>
                {paginas.length > 0 && ` ${t.pagina.conteudo.paginas(paginas)}.`}
              </Text>
            </li>
          );
        })}
      </ul>
      <Text size="sm" mt="xs">
        {t.pagina.conteudo.explains}
      </Text>
    </Alert>
  );
}

function LongText({ rotulo, texto }: { readonly rotulo: string; readonly texto: string }) {
  return (
    <Group gap="xs" align="baseline" mt="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" className={styles.label}>
        {rotulo}
      </Text>
      <Text size="sm" className="free-text" dir="auto">
        {texto}
      </Text>
    </Group>
  );
}

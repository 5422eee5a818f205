import { Alert, Anchor, Group, Tabs, Text } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { useParams, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { EnvelopeFact } from '../envelopes/strip.tsx';
import { FactsCard } from '../parts/facts-card.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Falha, Loading } from '../parts/states.tsx';
import { DocumentoTag } from '../parts/tag.tsx';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { DocumentoActions } from './actions.tsx';
import { Campos } from './fields.tsx';
import { Arquivos } from './files.tsx';
import styles from './page.module.css';
import { useDocumento, usePastas } from './queries.ts';
import { Signatarios } from './signatarios.tsx';
import { Trail } from './trail.tsx';

const TABS = ['resumo', 'trilha', 'campos', 'arquivos'] as const;
type Tab = (typeof TABS)[number];

/** `/documentos/{documentoId}?aba=` */
export function Component() {
  const t = useDocumentos();
  const { documentoId = '' } = useParams();
  const document = useDocumento(documentoId);
  const above = { to: '/documentos', label: t.titulo };
  if (document.data) return <Pagina documento={document.data} />;
  return (
    <Screen title={t.titulo} above={above}>
      {document.error ? <Falha erro={document.error} repeat={() => void document.refetch()} /> : <Loading />}
    </Screen>
  );
}

function Pagina({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const [query, setQuery] = useSearchParams();
  const tab: Tab = TABS.find((one) => one === query.get('aba')) ?? 'resumo';
  return (
    <Screen
      title={documento.titulo}
      above={{ to: '/documentos', label: t.titulo }}
      together={<DocumentoTag status={documento.status} />}
      actions={<DocumentoActions documento={documento} />}
    >
      <Card documento={documento} />
      <FileContent documento={documento} />
      <Tabs
        value={tab}
        classNames={{ tab: styles.tab }}
        keepMounted={false}
        onChange={(next) => setQuery(next === 'resumo' || !next ? {} : { aba: next }, { replace: true })}
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
          <Campos documento={documento} />
        </Tabs.Panel>
        <Tabs.Panel value="arquivos" pt="md">
          <Arquivos documento={documento} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** What there is to know of the document as a whole. */
function Card({ documento }: { readonly documento: Documento }) {
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
      {documento.descricao && <Texto rotulo={t.pagina.descricao} texto={documento.descricao} />}
      {documento.mensagem && <Texto rotulo={t.pagina.mensagem} texto={documento.mensagem} />}
      {documento.ordenado && (
        <Alert variant="light" color="marca" icon={<Icon nome="clock" />} mt="sm" py="xs">
          {t.pagina.ordem}
        </Alert>
      )}
    </FactsCard>
  );
}

/** What the file brings that its pages do not show. */
function FileContent({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const words = useWords();
  if (documento.conteudoAtivo.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="alert-warning"
      icon={<Icon nome="alert" />}
      title={t.pagina.conteudo.titulo}
    >
      <ul className="plain-list">
        {documento.conteudoAtivo.map(({ tipo, descricao, paginas }) => (
          <li key={`${tipo} ${descricao}`}>
            <Text size="sm">
              <strong>{words.conteudoAtivo[tipo] ?? tipo}</strong>{' '}
              <span lang="pt-BR" dir="auto">
                {descricao}
              </span>
              {paginas.length > 0 && ` ${t.pagina.conteudo.paginas(paginas)}.`}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" mt="xs">
        {t.pagina.conteudo.explains}
      </Text>
    </Alert>
  );
}

function Texto({ rotulo, texto }: { readonly rotulo: string; readonly texto: string }) {
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

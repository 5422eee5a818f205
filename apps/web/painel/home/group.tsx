import { Button, Title } from '@mantine/core';
import type { DocumentoResumo, Inicio } from '@rubrica/contract';
import { RowMenu } from '../documentos/actions.tsx';
import { useDownload } from '../documentos/download.ts';
import { useOpening } from '../documentos/opening.ts';
import { missing, nameOf } from '../documentos/state.ts';
import type { OfferedAction } from '../documentos/use-acts.tsx';
import { relativeMoment } from '../parts/moment.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { useHomeTexts } from '../texts/home.ts';
import styles from './group.module.css';
import { useSign } from './sign.ts';

/** What is more pressing comes first. */
export const GROUPS = ['paraAssinar', 'naoEntregues', 'aVencer', 'recusados', 'rascunhos', 'concluidos'] as const;
type Name = keyof Inicio & (typeof GROUPS)[number];

interface Props {
  readonly name: Name;
  readonly documentos: readonly DocumentoResumo[];
  readonly offered: (documento: DocumentoResumo) => readonly OfferedAction[];
  /** An action is under way. */
  readonly busy: boolean;
  readonly onCorrect: (documento: DocumentoResumo) => void;
}

/** Documents that want the same to be done about them. */
export function HomeGroup({ name, documentos, ...props }: Props) {
  const t = useHomeTexts();
  const id = `inicio-${name}`;
  return (
    <section aria-labelledby={id} data-group={name}>
      <Title order={2} size="h4" id={id} mb="xs">
        {t.groups[name]}
      </Title>
      <ul className="plain-list framed-list">
        {documentos.map((documento) => (
          <Row key={documento.id} name={name} documento={documento} {...props} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  name,
  documento,
  offered,
  busy,
  onCorrect,
}: Omit<Props, 'documentos'> & { documento: DocumentoResumo }) {
  const t = useHomeTexts();
  const opening = useOpening();
  const actions = offered(documento);
  return (
    <li className={styles.row}>
      <Thumbnail of={`/documentos/${documento.id}`} changed={documento.atualizadoEm} />
      <div className={styles.what}>
        <TitleLink to={opening(documento)} title={documento.titulo} />
        <span className={styles.line} dir="auto">
          <Line name={name} documento={documento} />
        </span>
      </div>
      <MainAct name={name} documento={documento} actions={actions} busy={busy} onCorrect={onCorrect} />
      <RowMenu documento={documento} offered={offered} label={t.acts.more(documento.titulo)} />
    </li>
  );
}

const NAMES_TOLD = 2;

/** Why a document is in its group. */
function Line({ name, documento }: { readonly name: Name; readonly documento: DocumentoResumo }) {
  const t = useHomeTexts();
  const { noName } = useDocumentos().signatario;
  const { language } = useSpeech();
  const { signatarios, prazoEm, expiraEm, enviadoEm, criadoEm, finalizadoEm } = documento;
  const when = (moment: string | null) => (moment ? relativeMoment(moment, language) : '');
  const names = (whom: typeof signatarios) =>
    t.lines.and(
      whom
        .slice(0, NAMES_TOLD)
        .map((one) => nameOf(one, noName))
        .join(', '),
      Math.max(0, whom.length - NAMES_TOLD),
    );
  switch (name) {
    case 'paraAssinar':
      return t.lines.paraAssinar(when(enviadoEm));
    case 'naoEntregues':
      return t.lines.naoEntregues(names(signatarios.filter(({ status }) => status === 'FALHA_ENTREGA')));
    case 'aVencer': {
      const first = [prazoEm, expiraEm].filter((one) => one !== null).sort()[0] ?? null;
      return `${t.lines.aVencer(when(first))} · ${t.lines.missing(names(missing(documento)))}`;
    }
    case 'recusados': {
      const who = signatarios.find(({ status }) => status === 'RECUSADO');
      return who ? t.lines.recusados(nameOf(who, noName), who.motivoRecusa) : null;
    }
    case 'rascunhos':
      return t.lines.rascunhos(when(criadoEm));
    case 'concluidos':
      return t.lines.concluidos(when(finalizadoEm));
  }
}

interface ActProps extends Pick<Props, 'name' | 'busy' | 'onCorrect'> {
  readonly documento: DocumentoResumo;
  readonly actions: readonly OfferedAction[];
}

/** The one thing to do about a document; nothing where the person's role does not reach it. */
function MainAct({ name, documento, actions, busy, onCorrect }: ActProps) {
  const t = useHomeTexts();
  const baixar = useDownload();
  const sign = useSign();
  const act = (label: string, run: (() => unknown) | undefined) =>
    run && (
      <Button
        size="compact-sm"
        variant={name === 'paraAssinar' ? 'filled' : 'default'}
        disabled={busy}
        aria-label={t.acts.of(label, documento.titulo)}
        onClick={() => void run()}
      >
        {label}
      </Button>
    );
  const offered = (action: OfferedAction['name']) => actions.find((one) => one.name === action);
  const called = (action: OfferedAction['name']) => offered(action)?.run;
  // Whoever may not end it may still make one of their own of it.
  const again = offered('corrigir') ?? offered('copy');
  switch (name) {
    case 'paraAssinar':
      return act(t.acts.sign, () => sign.open(documento));
    case 'naoEntregues':
      return act(t.acts.correct, called('reenviar') && (() => onCorrect(documento)));
    case 'aVencer':
      return act(t.acts.remind, called('reenviar'));
    case 'recusados':
      return again && act(again.rotulo, again.run);
    case 'rascunhos':
      return act(t.acts.goOn, called('prepare'));
    case 'concluidos':
      return act(t.acts.download, () => baixar(documento.id, 'ASSINADO'));
  }
}

import type { ResultadoValidacao } from '@rubrica/contract';
import { type ReactNode, useState } from 'react';
import { Cut } from '../../kit/cut.tsx';
import { useFocusOn } from '../../kit/hooks.ts';
import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon, type IconName, Notice } from '../../kit/parts.tsx';
import { hostIn } from '../code.ts';
import { usePage } from '../context.tsx';
import partStyles from '../parts.module.css';
import styles from './answer.module.css';
import { OpenLog } from './open-log.tsx';
import type { Answer, Reading } from './query.ts';
import { authenticityOf, type PresentedWith, type Tone, verdictOf } from './verdict.ts';
import { CodeForm, FileWay } from './ways.tsx';

const TONES: Readonly<Record<Tone, string>> = {
  ok: partStyles.ok,
  warn: partStyles.warn,
  danger: partStyles.danger,
  info: '',
};
const ICONS: Readonly<Record<Tone, IconName>> = { ok: 'check', warn: 'alert', danger: 'refuse', info: 'shield' };

/** The answer: the headline, then authenticity and process each by itself, then what is on record. */
export function Reply(props: {
  readonly answer: Answer;
  readonly busy: boolean;
  readonly reading: Reading;
  readonly onFile: (files: readonly File[]) => void;
  readonly onCode: (code: string) => void;
  readonly onNew: () => void;
}) {
  const { t } = usePage();
  const { question, result } = props.answer;
  const given = { file: question.arquivo !== undefined, code: Boolean(question.codigo ?? question.qr) };
  const authenticity = authenticityOf(result, given);
  const texts = t.validar.resposta;
  const found = result.documento !== null;
  return (
    <>
      <Verdict answer={props.answer} given={given} />
      {!given.file && found && (
        <section className={`${partStyles.card} ${partStyles.way} ${styles.nextStep}`}>
          <FileWay {...props} title={texts.nowCheck} />
        </section>
      )}
      {authenticity === 'certificado' && result.codigo && !found && (
        <p className={partStyles.actions}>
          <Button look="primary" busy={props.busy} onClick={() => props.onCode(result.codigo ?? '')}>
            {texts.seeDocumento}
          </Button>
        </p>
      )}
      {!found && !question.teste && authenticity.startsWith('unknown') && (
        <p className="hint">
          {texts.ifTest} <a href="/validar/teste">{texts.checkTest}</a>
        </p>
      )}
      {authenticity === 'unknownFile' && (
        <section className={`${partStyles.card} ${partStyles.way} ${styles.nextStep}`}>
          <Compare {...props} />
        </section>
      )}
      {found && <OnRecord answer={props.answer} different={result.resultado === 'ADULTERADO'} />}
      <p className={partStyles.actions}>
        <Button
          look={found && (given.file || result.situacao !== 'CONCLUIDO') ? 'primary' : 'plain'}
          onClick={props.onNew}
        >
          {texts.fresh}
        </Button>
      </p>
    </>
  );
}

/** The headline, and under it what was found of authenticity and of the process. */
function Verdict({ answer, given }: { readonly answer: Answer; readonly given: PresentedWith }) {
  const { t } = usePage();
  const { result } = answer;
  const texts = t.validar.resposta;
  const { headline, tone } = verdictOf(result, given);
  const authenticity = authenticityOf(result, given);
  const different = result.resultado === 'ADULTERADO';
  return (
    <article className={`${partStyles.card} ${partStyles.verdict} ${TONES[tone]}`}>
      <Headline answer={answer} text={texts.headline[headline]} tone={tone} />
      <Warnings answer={answer} />
      <dl className={styles.findings}>
        <Finding term={texts.authenticity} tone={toneOfAuthenticity(authenticity)}>
          {texts.autentico[authenticity]}
          {authenticity === 'certificado' && <Certificate result={result} />}
        </Finding>
        {result.documento !== null && (
          <Finding term={different ? texts.recordedProcess : texts.processo} tone={different ? 'info' : tone}>
            {texts.situacao[result.situacao ?? ''] ?? texts.otherStatus(result.situacao ?? '—')}
          </Finding>
        )}
      </dl>
    </article>
  );
}

/** One of the two things that are found, each by itself. */
const Finding = (props: { readonly term: string; readonly tone: Tone; readonly children: ReactNode }) => (
  <div className={`${partStyles.tinted} ${TONES[props.tone]} ${styles.finding}`}>
    <dt>{props.term}</dt>
    <dd>{props.children}</dd>
  </div>
);

/** The verdict in a sentence, and what it is about. */
function Headline({ answer, text, tone }: { readonly answer: Answer; readonly text: string; readonly tone: Tone }) {
  const { t } = usePage();
  const texts = t.validar.resposta;
  const title = useFocusOn<HTMLHeadingElement>(answer);
  const { question, result } = answer;
  const code = result.codigo ?? question.codigo;
  return (
    <header>
      <span className={partStyles.sign}>
        <Icon name={ICONS[tone]} />
      </span>
      <h1 ref={title} tabIndex={-1}>
        {text}
      </h1>
      {question.arquivo && <Name as="p" className={styles.subject} text={texts.fileChecked(question.arquivo.nome)} />}
      {code && (
        <p className={styles.subject}>
          {texts.codigo} <code>{code}</code>
        </p>
      )}
    </header>
  );
}

/** Which certificate the file is. */
function Certificate({ result }: { readonly result: ResultadoValidacao }) {
  const { t, language } = usePage();
  const { manifesto, codigo } = result;
  const texts = t.validar.resposta;
  if (!manifesto) return null;
  const version = texts.certificateVersion(
    manifesto.codigoCertificado,
    manifesto.versao,
    formatMoment(manifesto.emitidoEm, language),
  );
  return (
    <>
      {' '}
      {texts.certificateOf}: {version}. {codigo && texts.ofDocumento(codigo)}
    </>
  );
}

const toneOfAuthenticity = (authenticity: ReturnType<typeof authenticityOf>): Tone =>
  authenticity === 'identicalFile'
    ? 'ok'
    : authenticity === 'different'
      ? 'danger'
      : authenticity === 'codeOnly' || authenticity === 'fileBeingSigned' || authenticity === 'certificado'
        ? 'info'
        : 'warn';

/** What a person should know before believing the rest. */
function Warnings({ answer }: { readonly answer: Answer }) {
  const { t, host } = usePage();
  const { question } = answer;
  const texts = t.validar.resposta;
  const foreign = question.qr ? hostIn(question.qr) : null;
  const own = question.arquivo?.codigo;
  return (
    <>
      {foreign !== null && foreign !== host && (
        <Notice tone="warn" icon="alert">
          <p>{texts.otherAddress(foreign)}</p>
        </Notice>
      )}
      {own && question.before && question.before !== own && (
        <Notice tone="warn" icon="alert">
          <p>{texts.otherCode(own, question.before)}</p>
        </Notice>
      )}
    </>
  );
}

/** An unknown file against the code printed on it. */
function Compare(props: { readonly busy: boolean; readonly onCode: (code: string) => void }) {
  const { t } = usePage();
  const [typed, setTyped] = useState('');
  return (
    <>
      <span className={partStyles.badge}>
        <Icon name="shield" />
      </span>
      <h2>{t.validar.resposta.giveCode}</h2>
      <CodeForm {...props} typed={typed} onTyped={setTyped} />
    </>
  );
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

/** A name as long as somebody made it, in a few lines. */
function Name(props: { readonly as: 'p' | 'span'; readonly className?: string; readonly text: string }) {
  const { t } = usePage();
  return <Cut {...props} more={t.longName.whole} less={t.longName.shorten} />;
}

function OnRecord({ answer, different }: { readonly answer: Answer; readonly different: boolean }) {
  const { t, language } = usePage();
  const { result, question } = answer;
  const { documento, manifesto } = result;
  const code = result.codigo ?? question.codigo;
  const texts = t.validar.resposta;
  if (!documento) return null;
  return (
    <section className={`${partStyles.card} ${styles.record}`}>
      {different && (
        <Notice tone="warn" icon="alert">
          <p>{texts.ofRecorded}</p>
        </Notice>
      )}
      <h2>{texts.dados}</h2>
      <dl className={styles.facts}>
        <Fact term={texts.nome}>
          <Name as="span" text={documento.nome} />
        </Fact>
        <Fact term={texts.paginas}>{documento.paginas}</Fact>
        <Fact term={texts.nivel}>{texts.levels[documento.nivelAssinatura] ?? documento.nivelAssinatura}</Fact>
        <Fact term={texts.criadoEm}>{formatMoment(documento.criadoEm, language)}</Fact>
        {documento.finalizadoEm && (
          <Fact term={texts.finalizadoEm}>{formatMoment(documento.finalizadoEm, language)}</Fact>
        )}
        {manifesto && (
          <Fact term={texts.certificateOf}>
            {texts.certificateVersion(
              manifesto.codigoCertificado,
              manifesto.versao,
              formatMoment(manifesto.emitidoEm, language),
            )}
          </Fact>
        )}
        <Fact term={texts.fingerprint}>
          <code className={partStyles.long}>{documento.hashArquivo}</code>
        </Fact>
        {question.arquivo && (
          <Fact term={texts.yourFingerprint}>
            <code className={partStyles.long}>{question.arquivo.hash}</code>
          </Fact>
        )}
      </dl>
      <h2>{texts.persons}</h2>
      <ul className={styles.people}>
        {result.signatarios.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people of a record have no id here and never move
          <Person key={index} person={person} />
        ))}
      </ul>
      <p className="hint">
        {texts.emailMascarado} {texts.timeOfDay}
      </p>
      {result.situacao === 'CONCLUIDO' && code && <OpenLog teste={question.teste} codigo={code} />}
    </section>
  );
}

function Person({ person }: { readonly person: ResultadoValidacao['signatarios'][number] }) {
  const { t, language } = usePage();
  const texts = t.validar.resposta;
  const done = person.status === 'ASSINADO' && person.assinadoEm !== null;
  const state =
    done && person.assinadoEm
      ? texts.hasSigned(formatMoment(person.assinadoEm, language))
      : person.status === 'RECUSADO'
        ? texts.refused
        : person.status === 'CANCELADO'
          ? texts.didNotSign
          : texts.pending;
  return (
    <li className={done ? styles.done : undefined}>
      <Icon name={done ? 'check' : person.status === 'RECUSADO' ? 'refuse' : 'clock'} />
      <div>
        <strong>{person.nome ?? texts.noName}</strong>
        <p className="hint">
          {texts.papel[person.papel] ?? person.papel}
          {person.emailMascarado && <> · {person.emailMascarado}</>}
        </p>
        <p>{state}</p>
        {done && (
          <p className="hint">
            {person.fatores && (
              <>
                {texts.withFactors} <span lang="pt-BR">{person.fatores}</span>
              </>
            )}
            {person.ip && (
              <>
                {' '}
                · {texts.ip} {person.ip}
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

import { validationCodeIn } from '@rubrica/contract/validation-code';
import { useCallback, useEffect, useState } from 'react';
import { useCountdown } from '../../kit/hooks.ts';
import { Button, Notice } from '../../kit/parts.tsx';
import { hostIn, isTestAddress } from '../code.ts';
import { usePage } from '../context.tsx';
import { FileRefused, present } from '../file.ts';
import { Reply } from './answer.tsx';
import { useDrop } from './delivery.ts';
import { type Consultation, type Question, type Reading, useConsultation } from './query.ts';
import styles from './validar.module.css';
import { Verifier } from './verifier.tsx';
import { Ways } from './ways.tsx';

/** The page of test documents, which are on a record of their own. */
const isTestPage = (): boolean => isTestAddress(location.pathname);

/** The code of `/validar/{codigo}` or `/validar/teste/{codigo}`, or what stands in its place. */
function fromPath(): string {
  const last = location.pathname.replace(/\/+$/, '').split(/\/validar\/(?:teste(?:\/|$))?/)[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The address follows the code shown, so that it can be kept, sent and gone back to. */
function show(teste: boolean, code: string | null): void {
  const page = teste ? '/validar/teste' : '/validar';
  const path = code ? `${page}/${code}` : page;
  if (location.pathname !== path) history.pushState(null, '', path);
}

/** As much as the service takes; the largest QR codes hold a little more. */
const QR_MAX_CHARS = 4096;

const IDLE: Reading = { busy: null, remark: null };

/** Reads what is handed over. `read` answers null where there is nothing to ask about, and `reading` says why. */
function useReading() {
  const { t } = usePage();
  const [reading, setReading] = useState<Reading>(IDLE);
  const read = useCallback(
    async (file: File) => {
      setReading({ busy: file.name, remark: null });
      try {
        const arquivo = await present(file);
        setReading(IDLE);
        return arquivo;
      } catch (error) {
        const problem = error instanceof FileRefused ? error.problem : 'illegible';
        setReading({ busy: null, remark: t.validar.arquivo.issue[problem] });
        return null;
      }
    },
    [t],
  );
  const remark = useCallback((text: string | null) => setReading((before) => ({ ...before, remark: text })), []);
  const forget = useCallback(() => setReading(IDLE), []);
  return { reading, read, remark, forget };
}

/** The question the address asks: when the page is opened, and again when somebody goes back or forth. */
function useAddress(onAddress: (teste: boolean, typed: string, code: string | null) => void) {
  useEffect(() => {
    const open = () => {
      const path = fromPath();
      const code = validationCodeIn(path);
      onAddress(isTestPage(), code ?? path, code);
    };
    open();
    addEventListener('popstate', open);
    return () => removeEventListener('popstate', open);
  }, [onAddress]);
}

/** What is asked, in whichever way, and what came of it. */
function useValidation() {
  const { t } = usePage();
  const { ask, reset, ...consultation } = useConsultation();
  const [typed, setTyped] = useState('');
  const [teste, setTeste] = useState(isTestPage);
  const { reading, read, remark, forget } = useReading();
  const { answer } = consultation;

  useAddress(
    useCallback(
      (test, text, codigo) => {
        setTeste(test);
        setTyped(text);
        forget();
        if (codigo) void ask({ teste: test, codigo });
        else reset();
      },
      [ask, reset, forget],
    ),
  );
  const put = useCallback(
    (question: Question) => {
      setTeste(question.teste);
      show(question.teste, question.codigo ?? null);
      remark(null);
      void ask(question);
    },
    [ask, remark],
  );
  const onFile = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      const arquivo = await read(file);
      if (!arquivo) return;
      // A certificate is another file than the one a code stands for: it is asked about by itself.
      const before = arquivo.certificado ? undefined : answer?.question.codigo;
      put({ teste, arquivo, codigo: arquivo.codigo ?? before, before });
      if (arquivo.certificado) remark(t.validar.arquivo.certificado);
      if (files.length > 1) remark(t.validar.arquivo.onlyOne);
    },
    [read, remark, put, answer, t, teste],
  );
  const onQr = (text: string) =>
    put({
      // An address says which record it is of; a bare code leaves the page as it is.
      teste: isTestAddress(text) || (teste && hostIn(text) === null),
      codigo: validationCodeIn(text) ?? undefined,
      qr: text.slice(0, QR_MAX_CHARS),
    });
  const onCode = (codigo: string) => {
    const arquivo = answer?.question.arquivo;
    put({ teste, codigo, arquivo: arquivo?.certificado ? undefined : arquivo });
  };
  const startOver = () => {
    show(teste, null);
    setTyped('');
    forget();
    reset();
  };
  return { consultation, ask, reading, teste, typed, setTyped, onFile, onQr, onCode, startOver };
}

export function Validate() {
  const { t } = usePage();
  const { consultation, reading, teste, onFile, onCode, ...validation } = useValidation();
  const { answer, asking, fault } = consultation;
  const dragging = useDrop(onFile);
  const shared = { busy: asking !== null && fault === null, reading, onFile, onCode };
  return (
    <main id="conteudo" className="column" tabIndex={-1}>
      {teste && <OfTestDocuments />}
      <Trouble consultation={consultation} onAgain={() => asking && void validation.ask(asking)} />
      {answer ? (
        <Reply answer={answer} onNew={validation.startOver} {...shared} />
      ) : (
        <Ways typed={validation.typed} onTyped={validation.setTyped} onQr={validation.onQr} {...shared} />
      )}
      <Verifier />
      {dragging && (
        <div className={styles.dropVeil} aria-hidden="true">
          <p>{t.validar.arquivo.drop}</p>
        </div>
      )}
    </main>
  );
}

function OfTestDocuments() {
  const { t } = usePage();
  const texts = t.validar.teste;
  return (
    <Notice tone="danger" icon="alert">
      <p>
        <strong>{texts.titulo}</strong>
      </p>
      <p>
        {texts.texto} <a href="/validar">{texts.producao}</a>
      </p>
    </Notice>
  );
}

/** Why there is no answer yet, and what happens next. */
function Trouble({ consultation, onAgain }: { readonly consultation: Consultation; readonly onAgain: () => void }) {
  const { t } = usePage();
  const { fault, againAt } = consultation;
  const left = useCountdown(againAt);
  if (!fault) return null;
  if (fault.kind === 'limit') {
    return (
      <Notice tone="warn" icon="clock" alert>
        <p>{t.validar.failures.limite}</p>
        {/* Read out once; a figure that changes each second is for the eyes. */}
        <p aria-hidden="true">{t.validar.failures.tally(left)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" icon="offline" alert>
      <p>{fault.kind === 'offline' ? t.validar.failures.noConnection : t.validar.failures.offline}</p>
      <Button onClick={onAgain}>{t.validar.failures.tryIt}</Button>
    </Notice>
  );
}

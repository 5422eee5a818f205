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

export function Validate() {
  const { t } = usePage();
  const { ask, reset, ...consultation } = useConsultation();
  const [typed, setTyped] = useState('');
  const [teste, setTeste] = useState(isTestPage);
  const { reading, read, remark, forget } = useReading();
  const { answer, asking, fault } = consultation;

  useEffect(() => {
    const open = () => {
      const path = fromPath();
      const test = isTestPage();
      setTeste(test);
      const code = validationCodeIn(path);
      setTyped(code ?? path);
      forget();
      if (code) void ask({ teste: test, codigo: code });
      else reset();
    };
    open();
    addEventListener('popstate', open);
    return () => removeEventListener('popstate', open);
  }, [ask, reset, forget]);

  const put = useCallback(
    (question: Question) => {
      setTeste(question.teste);
      show(question.teste, question.codigo ?? null);
      remark(null);
      void ask(question);
    },
    [ask, remark],
  );
  const checkFile = useCallback(
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
  const dragging = useDrop(checkFile);
  const startOver = () => {
    show(teste, null);
    setTyped('');
    forget();
    reset();
  };
  const busy = asking !== null && fault === null;
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
  const shared = { busy, reading, onFile: checkFile, onCode };
  return (
    <main id="conteudo" className="column" tabIndex={-1}>
      {teste && (
        <Notice tone="danger" icon="alert">
          <p>
            <strong>{t.validar.teste.titulo}</strong>
          </p>
          <p>
            {t.validar.teste.texto} <a href="/validar">{t.validar.teste.producao}</a>
          </p>
        </Notice>
      )}
      <Trouble consultation={consultation} onAgain={() => asking && void ask(asking)} />
      {answer ? (
        <Reply answer={answer} onNew={startOver} {...shared} />
      ) : (
        <Ways typed={typed} onTyped={setTyped} onQr={onQr} {...shared} />
      )}
      <Verifier />
      {dragging && (
        <div className="drop-veil" aria-hidden="true">
          <p>{t.validar.arquivo.drop}</p>
        </div>
      )}
    </main>
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

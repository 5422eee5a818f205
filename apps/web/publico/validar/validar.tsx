import { useCallback, useEffect, useState } from 'react';
import { useCountdown } from '../../kit/hooks.ts';
import { Button, Notice } from '../../kit/parts.tsx';
import { FileRefused, present } from '../arquivo.ts';
import { codeIn } from '../codigo.ts';
import { usePage } from '../contexto.tsx';
import { type Consultation, type Question, useConsultation } from './consulta.ts';
import { useDrop } from './entrega.ts';
import { Ways } from './formas.tsx';
import { Reply } from './resposta.tsx';
import { Verifier } from './verificador.tsx';

/** The code of `/validar/{codigo}`, or what stands in its place. */
function fromPath(): string {
  const last = location.pathname.replace(/\/+$/, '').split('/validar/')[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The address follows the code shown, so that it can be kept, sent and gone back to. */
function show(code: string | null): void {
  const path = code ? `/validar/${code}` : '/validar';
  if (location.pathname !== path) history.pushState(null, '', path);
}

/** How reading a file went, before anything is asked. */
export interface Reading {
  /** The file being read, by name. */
  readonly busy: string | null;
  readonly remark: string | null;
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
        const { certificado } = arquivo;
        setReading({ busy: null, remark: certificado ? t.validar.arquivo.certificado : null });
        return certificado ? null : arquivo;
      } catch (error) {
        const problem = error instanceof FileRefused ? error.problem : 'ilegivel';
        setReading({ busy: null, remark: t.validar.arquivo.problema[problem] });
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
  const { reading, read, remark, forget } = useReading();
  const { answer, asking, fault } = consultation;

  useEffect(() => {
    const open = () => {
      const path = fromPath();
      const code = codeIn(path);
      setTyped(code ?? path);
      forget();
      if (code) void ask({ codigo: code });
      else reset();
    };
    open();
    addEventListener('popstate', open);
    return () => removeEventListener('popstate', open);
  }, [ask, reset, forget]);

  const put = useCallback(
    (question: Question) => {
      show(question.codigo ?? null);
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
      const before = answer?.question.codigo;
      put({ arquivo, codigo: arquivo.codigo ?? before, before });
      if (files.length > 1) remark(t.validar.arquivo.soUm);
    },
    [read, remark, put, answer, t],
  );
  const dragging = useDrop(checkFile);
  const startOver = () => {
    show(null);
    setTyped('');
    forget();
    reset();
  };
  const busy = asking !== null && fault === null;
  const onQr = (text: string) => put({ codigo: codeIn(text) ?? undefined, qr: text.slice(0, QR_MAX_CHARS) });
  const onCode = (codigo: string) => put({ codigo, arquivo: answer?.question.arquivo });
  const shared = { busy, reading, onFile: checkFile, onCode };
  return (
    <main id="conteudo" className="column" tabIndex={-1}>
      <Trouble consultation={consultation} onAgain={() => asking && void ask(asking)} />
      {answer ? (
        <Reply answer={answer} onNew={startOver} {...shared} />
      ) : (
        <Ways typed={typed} onTyped={setTyped} onQr={onQr} {...shared} />
      )}
      <Verifier />
      {dragging && (
        <div className="drop-veil" aria-hidden="true">
          <p>{t.validar.arquivo.soltar}</p>
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
        <p>{t.validar.falhas.limite}</p>
        {/* Read out once; a figure that changes each second is for the eyes. */}
        <p aria-hidden="true">{t.validar.falhas.contagem(left)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" icon="offline" alert>
      <p>{fault.kind === 'offline' ? t.validar.falhas.semConexao : t.validar.falhas.foraDoAr}</p>
      <Button onClick={onAgain}>{t.validar.falhas.tentar}</Button>
    </Notice>
  );
}

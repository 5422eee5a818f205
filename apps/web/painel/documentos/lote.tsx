import { Alert, Button, Group, Loader, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { Documento, DocumentoResumo } from '@rubrica/contract';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { tell } from '../api/erros.ts';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { useMudou } from './consultas.ts';
import { EscolhaDePasta } from './escolha-de-pasta.tsx';
import { ACTS, type Act } from './estado.ts';

type Line =
  | { readonly state: 'esperando' | 'fazendo' | 'feito' | 'naoSeAplica' }
  | { readonly state: 'recusado'; readonly why: string };

interface Props {
  readonly act: Act;
  readonly documentos: readonly DocumentoResumo[];
  readonly onClose: () => void;
}

/** One act on several documents: what it needs to know first, then a result a line. */
export function Lote({ act, documentos, onClose }: Props) {
  const base = useBase();
  const t = useDocumentos();
  const avisos = useAvisos();
  const run = useRun(documentos);
  const [motivo, setMotivo] = useState('');
  const [missingReason, setMissingReason] = useState(false);
  const [destino, setDestino] = useState<string | null>(null);
  const started = run.lines !== null;
  const lines =
    run.lines ??
    documentos.map((one): Line => ({ state: ACTS[act].applies(one.status) ? 'esperando' : 'naoSeAplica' }));
  const done = lines.filter(({ state }) => state === 'feito').length;

  const start = async () => {
    if (act === 'cancelar' && motivo.trim() === '') return setMissingReason(true);
    const moved = await run.go(act, { motivo: motivo.trim(), destino });
    if (act === 'mover' && moved.length > 0) {
      avisos.desfazivel(t.lote.movidos(moved.length), () => void run.moveBack(moved).catch(avisos.erro));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.lote[act]}
      closeOnClickOutside={!run.busy}
      closeOnEscape={!run.busy}
      withCloseButton={!run.busy}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Stack>
        {!started && act === 'cancelar' && <Motivo motivo={motivo} onMotivo={setMotivo} falta={missingReason} />}
        {!started && act === 'mover' && <EscolhaDePasta rotulo={t.lote.destino} valor={destino} onValor={setDestino} />}
        <ul className="lista-solta lote-linhas" aria-live="polite">
          {documentos.map((one, index) => (
            <li key={one.id} className="lote-linha">
              <span className="lote-titulo" dir="auto">
                {one.titulo}
              </span>
              <Resultado line={lines[index] ?? { state: 'esperando' }} />
            </li>
          ))}
        </ul>
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {started ? t.lote.resumo(done, documentos.length) : ''}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={run.busy} onClick={onClose}>
              {started ? base.acoes.fechar : base.acoes.voltar}
            </Button>
            {!started && (
              <Button
                {...(act === 'cancelar' ? { color: 'red' } : {})}
                disabled={lines.every(({ state }) => state === 'naoSeAplica')}
                onClick={() => void start()}
              >
                {t.lote.fazer[act]}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Why several are cancelled, after it was told that this is for good. */
function Motivo(props: {
  readonly motivo: string;
  readonly onMotivo: (motivo: string) => void;
  readonly falta: boolean;
}) {
  const t = useDocumentos();
  const { motivo } = props;
  return (
    <>
      <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
        {t.lote.avisoCancelar}
      </Alert>
      <Textarea
        label={t.lote.motivo}
        description={t.lote.motivoDica}
        data-autofocus
        autosize
        minRows={2}
        maxLength={REASON_MAX_CHARS}
        value={motivo}
        error={props.falta && motivo.trim() === '' ? t.lote.motivoFalta : null}
        onChange={(event) => props.onMotivo(event.currentTarget.value)}
      />
    </>
  );
}

function Resultado({ line }: { readonly line: Line }) {
  const t = useDocumentos();
  if (line.state === 'recusado') return <span className="ruim">{line.why}</span>;
  if (line.state === 'fazendo') return <Loader size="xs" aria-label={t.lote.fazendo} />;
  return <span className={line.state === 'feito' ? 'bom' : 'suave'}>{t.lote[line.state]}</span>;
}

interface Input {
  readonly motivo: string;
  readonly destino: string | null;
}

/** Does the act document by document, in their order; one that is refused does not stop the others. */
function useRun(documentos: readonly DocumentoResumo[]) {
  const base = useBase();
  const { client } = usePanel();
  const mudou = useMudou();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [busy, setBusy] = useState(false);

  const call = (act: Act, documentoId: string, { motivo, destino }: Input): Promise<Documento> => {
    const params = { documentoId };
    if (act === 'reenviar') return client.reenviarDocumento({ params });
    if (act === 'cancelar') return client.cancelarDocumento({ params, body: { motivo } });
    return client.moverDocumento({ params, body: { pastaId: destino } });
  };
  const go = async (act: Act, input: Input): Promise<readonly DocumentoResumo[]> => {
    let now: readonly Line[] = documentos.map(({ status }) => ({
      state: ACTS[act].applies(status) ? 'esperando' : 'naoSeAplica',
    }));
    const put = (index: number, line: Line) => {
      now = now.with(index, line);
      setLines(now);
    };
    const done: DocumentoResumo[] = [];
    setBusy(true);
    setLines(now);
    for (const [index, one] of documentos.entries()) {
      if (now[index]?.state !== 'esperando') continue;
      put(index, { state: 'fazendo' });
      try {
        await call(act, one.id, input);
        done.push(one);
        put(index, { state: 'feito' });
      } catch (error) {
        put(index, { state: 'recusado', why: tell(error, base.erros).mensagem });
      }
    }
    setBusy(false);
    mudou.documentos();
    return done;
  };
  const moveBack = async (moved: readonly DocumentoResumo[]) => {
    for (const { id, pastaId } of moved)
      await client.moverDocumento({ params: { documentoId: id }, body: { pastaId } });
    mudou.documentos();
  };
  return { lines, busy, go, moveBack };
}

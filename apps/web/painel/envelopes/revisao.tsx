import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { newId } from '../../kit/uuid.ts';
import { tell } from '../api/erros.ts';
import { usePanel } from '../contexto.tsx';
import { nameOf } from '../documentos/estado.ts';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { Recusa } from '../partes/recusa.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';
import { pessoasDe } from './estado.ts';
import { enderecoDe, type Pendencia, type Pendencias } from './pendencias.ts';

interface Props {
  readonly envelope: Envelope;
  readonly pendencias: Pendencias;
  /** Files still on their way into it. */
  readonly aCaminho: number;
  readonly onClose: () => void;
}

/** Everything wrong with any document, each leading to its place; where nothing is, what will happen, and the sending. */
export function Revisao(props: Props) {
  const base = useBase();
  const t = useEnvelopes();
  const [refused, setRefused] = useState<readonly Pendencia[]>([]);
  const { envelope, aCaminho, onClose } = props;
  const { todas: pendencias, erro, repetir } = props.pendencias;
  const send = useEnviar(envelope, setRefused);
  const blocking = pendencias?.filter(({ impede }) => impede) ?? [];
  const remarks = pendencias?.filter(({ impede }) => !impede) ?? [];
  const ready = pendencias !== null && blocking.length === 0 && aCaminho === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.revisao.titulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Stack>
        {pendencias === null && (erro ? <Falha erro={erro} repetir={repetir} /> : <Carregando />)}
        {aCaminho > 0 && <Text>{t.revisao.aCaminho}</Text>}
        {blocking.length > 0 && (
          <Lista
            titulo={t.revisao.impedem(blocking.length)}
            pendencias={blocking}
            envelope={envelope}
            onClose={onClose}
          />
        )}
        {ready && (
          <Text fw={600} className="bom" role="status">
            <Icone nome="certo" /> {t.revisao.pronto}
          </Text>
        )}
        {remarks.length > 0 && (
          <Lista
            titulo={t.revisao.conferir(remarks.length)}
            pendencias={remarks}
            envelope={envelope}
            onClose={onClose}
          />
        )}
        {ready && <Acontece envelope={envelope} />}
        {refused.length > 0 && (
          <Alert color="red" variant="outline" className="aviso-erro" role="alert">
            <Lista titulo={t.revisao.servico} pendencias={refused} envelope={envelope} onClose={onClose} />
          </Alert>
        )}
        <Recusa texto={send.fault} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.revisao.voltar}
          </Button>
          {ready && (
            <Button loading={send.busy} leftSection={<Icone nome="enviar" />} onClick={send.go}>
              {t.revisao.enviar}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Sends the envelope. What the service would not take of a document is told with its place. */
function useEnviar(envelope: Envelope, onRefused: (pendencias: readonly Pendencia[]) => void) {
  const base = useBase();
  const t = useEnvelopes();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  const form = useForm({}, {});
  // Of this dialog: whatever becomes of an answer on the line, the envelope is sent once.
  const [key] = useState(newId);
  const send = async () => {
    onRefused([]);
    try {
      const sent = await client.enviarEnvelope({ params: { envelopeId: envelope.id }, idempotencyKey: key });
      mudou.envelope(sent);
      void mudou.documentos(envelope.id, sent.documentos);
      avisos.feito(t.revisao.enviado);
    } catch (error) {
      const { erros } = tell(error, base.erros);
      if (erros.length === 0) throw error;
      onRefused(erros.map((erro) => refusalOf(envelope, erro)));
    }
  };
  return { busy: form.busy, fault: form.fault, go: () => void form.submit(null, send) };
}

/** `documentos[1].signatarios[0].email` is a place in the editor of the second document. */
function refusalOf(envelope: Envelope, { campo, mensagem }: { campo: string; mensagem: string }): Pendencia {
  const [, index, path = ''] = /^documentos\[(\d+)\]\.(.+)$/.exec(campo) ?? [];
  const documento = index === undefined ? undefined : envelope.documentos[Number(index)];
  return {
    documentoId: documento?.id ?? null,
    sobre: '',
    mensagem,
    impede: true,
    endereco: documento ? enderecoDe(documento.id, path) : null,
  };
}

function Lista(
  props: Pick<Props, 'envelope' | 'onClose'> & { readonly titulo: string; readonly pendencias: readonly Pendencia[] },
) {
  const t = useEnvelopes();
  const groups = Map.groupBy(props.pendencias, ({ documentoId }) => documentoId);
  const titleOf = (id: string | null) =>
    props.envelope.documentos.find((one) => one.id === id)?.titulo ?? t.revisao.doEnvelope;
  return (
    <section aria-label={props.titulo} className="pendencias">
      <Text fw={600}>{props.titulo}</Text>
      {[...groups].map(([id, some]) => (
        <div key={id ?? ''}>
          <Text size="sm" c="dimmed" dir="auto" className="titulo-quebra">
            {titleOf(id)}
          </Text>
          <ul className="lista-solta">
            {some.map((one) => (
              <li key={`${one.endereco} ${one.sobre} ${one.mensagem}`}>
                <Uma one={one} onClose={props.onClose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Uma({ one, onClose }: { readonly one: Pendencia; readonly onClose: () => void }) {
  const t = useEnvelopes();
  const said = (
    <span>
      {one.sobre && <strong dir="auto">{one.sobre}: </strong>}
      {one.mensagem}
    </span>
  );
  const go = (
    <span className="ir">
      {t.revisao.ir} <Icone nome="direita" tamanho={14} />
    </span>
  );
  return one.endereco ? (
    <Link to={one.endereco} className="pendencia">
      {said}
      {go}
    </Link>
  ) : (
    <button type="button" className="pendencia" onClick={onClose}>
      {said}
      {go}
    </button>
  );
}

/** Who gets what. */
function Acontece({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const words = useDocumentos();
  const { ambiente } = usePanel();
  return (
    <section aria-label={t.revisao.acontece} className="pendencias">
      <Text fw={600}>{t.revisao.acontece}</Text>
      <ul>
        {pessoasDe(envelope.documentos).map(({ chave, signatario, lugares }) => (
          <li key={chave} dir="auto">
            {t.revisao.recebe(nameOf(signatario, words.signatario.semNome), lugares.length)}
          </li>
        ))}
        <li>{ambiente === 'TESTE' ? t.revisao.teste : t.revisao.franquia}</li>
        <li>{t.revisao.imutavel}</li>
      </ul>
    </section>
  );
}

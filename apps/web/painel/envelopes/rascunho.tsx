import { Alert, Button, FileButton, Group, Menu, Text } from '@mantine/core';
import type { Envelope, FatorAutenticacao } from '@rubrica/contract';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { comPaciencia } from '../api/paciencia.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { envelopeOf, useUploads } from '../documentos/envios.ts';
import { Soltar } from '../documentos/soltar.tsx';
import { partyOf } from '../editor/salvar/documento.ts';
import { EtiquetaEnvelope } from '../partes/etiqueta.tsx';
import { Icone } from '../partes/icone.tsx';
import { MaisAcoes } from '../partes/mais-acoes.tsx';
import { Tela } from '../partes/tela.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';
import { Documentos } from './documentos.tsx';
import { EscolhaDeRascunhos } from './escolha-de-rascunhos.tsx';
import { pessoasDe } from './estado.ts';
import { useExcluir } from './excluir.ts';
import { Gente } from './gente.tsx';
import { usePendencias } from './pendencias.ts';
import { Renomear } from './renomear.tsx';
import { Revisao } from './revisao.tsx';
import { entradaDe } from './usar-gente.ts';

type Dialog = 'revisao' | 'rascunhos' | 'renomear' | null;

/** An envelope being prepared: its documents in order, who signs them, and the sending. */
export function Rascunho({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const pending = usePendencias(envelope);
  const coming = useACaminho(envelope.id);
  const include = useIncluir(envelope);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const muda = podeEm('alterarEnvelope', envelope);
  return (
    <Tela
      titulo={envelope.titulo}
      acima={{ to: '/envelopes', rotulo: t.titulo }}
      junto={<EtiquetaEnvelope status={envelope.status} />}
      acoes={muda && <Acoes envelope={envelope} onDialog={setDialog} />}
    >
      {muda && <Soltar onFiles={include.files} texto={t.criar.solte} />}
      {!muda && (
        <Alert color="marca" variant="light" icon={<Icone nome="escudo" />}>
          {t.rascunho.leitura}
        </Alert>
      )}
      <div className="com-gente">
        <section aria-labelledby="documentos-do-envelope" className="meio-do-envelope">
          <Documentos envelope={envelope} pendencias={pending.todas} muda={muda} />
          {coming > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t.rascunho.enviando(coming)}
            </Text>
          )}
          {muda && (
            <Group gap="xs">
              <FileButton accept="application/pdf,.pdf" multiple onChange={include.files}>
                {(props) => (
                  <Button variant="default" leftSection={<Icone nome="subir" />} {...props}>
                    {t.rascunho.incluirPdfs}
                  </Button>
                )}
              </FileButton>
              <Button variant="default" leftSection={<Icone nome="documento" />} onClick={() => setDialog('rascunhos')}>
                {t.rascunho.incluirRascunhos}
              </Button>
            </Group>
          )}
        </section>
        <Gente envelope={envelope} muda={muda} />
      </div>
      {dialog === 'revisao' && <Revisao envelope={envelope} pendencias={pending} aCaminho={coming} onClose={close} />}
      {dialog === 'renomear' && <Renomear envelope={envelope} onClose={close} />}
      {dialog === 'rascunhos' && <EscolhaDeRascunhos fora={[]} onEscolhidos={include.drafts} onClose={close} />}
    </Tela>
  );
}

function Acoes({ envelope, onDialog }: { readonly envelope: Envelope; readonly onDialog: (dialog: Dialog) => void }) {
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const remove = useExcluir(envelope);
  return (
    <>
      <Button leftSection={<Icone nome="enviar" />} onClick={() => onDialog('revisao')}>
        {t.rascunho.revisar}
      </Button>
      <MaisAcoes>
        <Menu.Item leftSection={<Icone nome="editar" />} onClick={() => onDialog('renomear')}>
          {t.rascunho.renomear}
        </Menu.Item>
        {podeEm('excluirEnvelope', envelope) && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={remove}>
            {t.rascunho.excluir}
          </Menu.Item>
        )}
      </MaisAcoes>
    </>
  );
}

/** How many files are still on their way into an envelope. */
function useACaminho(envelopeId: string): number {
  const uploads = useUploads();
  return useSyncExternalStore(
    uploads.subscribe,
    () =>
      uploads
        .snapshot()
        .filter((one) => envelopeOf(one) === envelopeId && (one.state === 'fila' || one.state === 'enviando')).length,
  );
}

/** What a new document asks of everybody. */
const OF_NEW: { fatoresExigidos: FatorAutenticacao[] } = { fatoresExigidos: ['EMAIL'] };

/** Puts files and drafts into an envelope; everybody who signs there signs them too. */
function useIncluir(envelope: Envelope) {
  const { client } = usePanel();
  const uploads = useUploads();
  const mudou = useMudouEnvelope();
  const files = useCallback(
    (some: readonly File[]) => {
      const { id, documentos } = envelope;
      const signatarios = pessoasDe(documentos).map(({ signatario }, index) =>
        entradaDe({ ...partyOf(signatario, index, OF_NEW), ordem: index + 1 }, OF_NEW),
      );
      const ordenado = documentos.length > 0 && documentos.every((one) => one.ordenado);
      uploads.add(some, { what: 'documento', pastaId: null, envelope: { id, signatarios, ordenado } });
    },
    [uploads, envelope],
  );
  return {
    files,
    async drafts(some: readonly { readonly id: string }[]) {
      try {
        for (const { id: documentoId } of some) {
          const body = { envelopeId: envelope.id };
          await comPaciencia(() => client.alterarDocumento({ params: { documentoId }, body }));
        }
      } finally {
        await mudou.documentos(envelope.id, some);
      }
    },
  };
}

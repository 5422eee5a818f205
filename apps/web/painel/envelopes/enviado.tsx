import { Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import type { DocumentoResumo, Envelope } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { comPaciencia } from '../api/paciencia.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { isOpen, nameOf } from '../documentos/estado.ts';
import { Lote } from '../documentos/lote.tsx';
import { MenuBaixar } from '../documentos/menu-baixar.tsx';
import { QuemFalta } from '../documentos/quem-falta.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { EtiquetaDocumento, EtiquetaEnvelope, EtiquetaSignatario } from '../partes/etiqueta.tsx';
import { Icone } from '../partes/icone.tsx';
import { MaisAcoes } from '../partes/mais-acoes.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useDocumentos } from '../textos/documentos.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';
import {
  abertos,
  aReenviar,
  assinados,
  concluidos,
  convidada,
  faltantes,
  type Lugar,
  type Pessoa,
  pessoasDe,
} from './estado.ts';
import { Quem } from './quem.tsx';

/** An envelope on its way, or after. */
export function Enviado({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const resend = useReenviar(envelope);
  const { documentos } = envelope;
  return (
    <Tela
      titulo={envelope.titulo}
      acima={{ to: '/envelopes', rotulo: t.titulo }}
      junto={<EtiquetaEnvelope status={envelope.status} />}
      acoes={<Acoes envelope={envelope} resend={resend} />}
    >
      <Paper withBorder p="md" className="ficha">
        <dl>
          <Fato nome={t.ficha.criado} valor={<Momento quando={envelope.criadoEm} />} />
          <Fato nome={t.ficha.enviado} valor={<Momento quando={envelope.enviadoEm} />} />
          <Fato nome={t.ficha.andamento} valor={t.lista.concluidos(concluidos(documentos), documentos.length)} />
        </dl>
      </Paper>
      <div className="com-gente">
        <section aria-labelledby="documentos-do-envelope" className="meio-do-envelope">
          <Title order={2} size="h4" id="documentos-do-envelope">
            {t.enviado.documentos}
          </Title>
          {documentos.length === 0 ? (
            <Text c="dimmed">{t.enviado.excluidos}</Text>
          ) : (
            <ol className="moldura lista-solta">
              {documentos.map((documento, index) => (
                <li key={documento.id} className="envelope-documento">
                  <UmDocumento documento={documento} numero={index + 1} />
                </li>
              ))}
            </ol>
          )}
        </section>
        <section aria-labelledby="gente-do-envelope" className="lado-do-envelope">
          <Title order={2} size="h4" id="gente-do-envelope">
            {t.enviado.gente}
          </Title>
          <ul className="lista-solta">
            {pessoasDe(documentos).map((pessoa) => (
              <li key={pessoa.chave}>
                <UmaPessoa pessoa={pessoa} documentos={documentos} resend={resend} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Tela>
  );
}

function Fato({ nome, valor }: { readonly nome: string; readonly valor: React.ReactNode }) {
  return (
    <div>
      <dt>{nome}</dt>
      <dd>{valor}</dd>
    </div>
  );
}

/** Repeats invitations, one a person: a link serves the whole set. */
function useReenviar(envelope: Envelope) {
  const t = useEnvelopes();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  return useMutation({
    mutationFn: async (lugares: readonly Lugar[]) => {
      for (const { documentoId, signatario } of lugares) {
        const body = { signatarioId: signatario.id };
        await comPaciencia(() => client.reenviarDocumento({ params: { documentoId }, body }));
      }
      return lugares.length;
    },
    onSuccess: (total) => avisos.feito(t.enviado.reenviados(total)),
    onError: (error) => avisos.erro(error),
    onSettled: () => mudou.documentos(envelope.id, envelope.documentos),
  });
}

type Resend = ReturnType<typeof useReenviar>;

function Acoes({ envelope, resend }: { readonly envelope: Envelope; readonly resend: Resend }) {
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const mudou = useMudouEnvelope();
  const [cancelling, setCancelling] = useState<readonly DocumentoResumo[] | null>(null);
  const open = abertos(envelope.documentos);
  const due = aReenviar(open.filter((one) => podeEm('reenviarDocumento', one)));
  const cancellable = open.filter((one) => podeEm('cancelarDocumento', one));
  return (
    <>
      {due.length > 0 && (
        <Button
          variant="default"
          leftSection={<Icone nome="reenviar" />}
          loading={resend.isPending}
          onClick={() => resend.mutate(due)}
        >
          {t.enviado.reenviarTodos}
        </Button>
      )}
      {cancellable.length > 0 && (
        <MaisAcoes>
          <Menu.Item leftSection={<Icone nome="cancelar" />} onClick={() => setCancelling(cancellable)}>
            {t.enviado.cancelar}
          </Menu.Item>
        </MaisAcoes>
      )}
      {cancelling && (
        <Lote
          act="cancelar"
          documentos={cancelling}
          onClose={() => {
            setCancelling(null);
            void mudou.documentos(envelope.id, cancelling);
          }}
        />
      )}
    </>
  );
}

function UmDocumento({ documento, numero }: { readonly documento: DocumentoResumo; readonly numero: number }) {
  const t = useEnvelopes();
  return (
    <>
      <span className="envelope-numero" aria-hidden="true">
        {numero}
      </span>
      <span className="envelope-titulo">
        <Link to={`/documentos/${documento.id}`} className="titulo-link" dir="auto">
          {documento.titulo}
        </Link>
        <Group gap={8} mt={2}>
          <EtiquetaDocumento status={documento.status} />
          <Link
            to={`/documentos/${documento.id}?aba=trilha`}
            className="envelope-trilha"
            aria-label={t.enviado.historicoDe(documento.titulo)}
          >
            {t.enviado.historico}
          </Link>
        </Group>
        {isOpen(documento.status) && (
          <span className="suave">
            {t.lista.colunas.falta}: <QuemFalta documento={documento} />
          </span>
        )}
      </span>
      <MenuBaixar documento={documento}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icone nome="baixar" tamanho={14} />}
          aria-label={t.enviado.baixarDe(documento.titulo)}
        >
          {t.enviado.baixar}
        </Button>
      </MenuBaixar>
    </>
  );
}

function UmaPessoa(props: {
  readonly pessoa: Pessoa;
  readonly documentos: readonly DocumentoResumo[];
  readonly resend: Resend;
}) {
  const t = useEnvelopes();
  const words = useDocumentos();
  const { podeEm } = usePode();
  const { pessoa, documentos, resend } = props;
  const { signatario, lugares } = pessoa;
  const name = nameOf(signatario, words.signatario.semNome);
  const waiting = faltantes(documentos).find(({ chave }) => chave === pessoa.chave);
  const place = waiting && convidada(waiting);
  const document = documentos.find(({ id }) => id === place?.documentoId);
  const byHand = place?.signatario.metodoEntrega === 'LINK';
  return (
    <Stack gap={4} className="gente-ficha">
      <div>
        <Quem nome={name} signatario={signatario} />
      </div>
      <Text size="sm">{t.enviado.assinou(assinados(pessoa), lugares.length)}</Text>
      <ul className="lista-solta gente-lugares">
        {lugares.map((lugar) => (
          <li key={lugar.documentoId}>
            <span className="gente-lugar" dir="auto">
              {lugar.titulo}
            </span>
            <EtiquetaSignatario status={lugar.signatario.status} />
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {place && !byHand && document && podeEm('reenviarDocumento', document) && (
          <Button
            size="xs"
            variant="default"
            disabled={resend.isPending}
            aria-label={`${words.signatario.reenviar}: ${name}`}
            onClick={() => resend.mutate([place])}
          >
            {words.signatario.reenviar}
          </Button>
        )}
        {place && byHand && <CopiarLink lugar={place} name={name} />}
      </Group>
    </Stack>
  );
}

/** Copies the link the sender hands to a person. It is asked for now: that it was shown belongs to the trail. */
function CopiarLink({ lugar, name }: { readonly lugar: Lugar; readonly name: string }) {
  const words = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const copy = useMutation({
    mutationFn: async () => {
      const params = { documentoId: lugar.documentoId, signatarioId: lugar.signatario.id };
      await navigator.clipboard.writeText((await client.obterSignatario({ params })).link ?? '');
    },
    onSuccess: () => avisos.feito(words.signatario.linkCopiado),
    onError: (error) => avisos.erro(error),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icone nome="link" tamanho={14} />}
      loading={copy.isPending}
      aria-label={`${words.signatario.copiarLink}: ${name}`}
      onClick={() => copy.mutate()}
    >
      {words.signatario.copiarLink}
    </Button>
  );
}

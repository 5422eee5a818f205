import { ActionIcon, Button, Menu, Text, Title } from '@mantine/core';
import type { DocumentoResumo, Envelope } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { inOrder } from '../../kit/list.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useLastWish } from '../partes/desejo.ts';
import { Icone } from '../partes/icone.tsx';
import { Ordenavel } from '../partes/ordenavel.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';
import type { Pendencia } from './pendencias.ts';

/** The documents of a draft, in the order in which those who sign go through them. */
export function Documentos(props: {
  readonly envelope: Envelope;
  readonly pendencias: readonly Pendencia[] | null;
  /** Whether the role lets it be changed. */
  readonly muda: boolean;
}) {
  const t = useEnvelopes();
  const { envelope, pendencias, muda } = props;
  const order = useOrdem(envelope);
  const { documentos } = envelope;
  return (
    <>
      <Title order={2} size="h4" id="documentos-do-envelope">
        {t.rascunho.documentos}
      </Title>
      <Text size="sm" c="dimmed">
        {documentos.length === 0 ? t.rascunho.vazio : t.rascunho.documentosDica}
      </Text>
      {documentos.length > 0 && (
        <div className="moldura">
          <Ordenavel
            itens={documentos}
            chave={({ id }) => id}
            nome={({ titulo }) => titulo}
            rotulo={t.rascunho.documentos}
            onOrdem={muda ? order : null}
          >
            {(documento, index) => (
              <Linha
                documento={documento}
                numero={index + 1}
                envelope={envelope}
                pendencias={pendencias?.filter(({ documentoId }) => documentoId === documento.id) ?? null}
              />
            )}
          </Ordenavel>
        </div>
      )}
    </>
  );
}

/** Shows the new order at once, and what the service has where it does not take it. */
function useOrdem(envelope: Envelope) {
  const { client } = usePanel();
  const queries = useQueryClient();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  const queryKey = ['envelopes', envelope.id];
  const save = useLastWish<readonly string[]>(
    async (ids, later) => {
      const params = { envelopeId: envelope.id };
      const after = await client.alterarEnvelope({ params, body: { documentos: [...ids] } });
      if (!later()) mudou.envelope(after);
    },
    (error) => {
      if (error === undefined) return;
      avisos.erro(error);
      void mudou.documentos(envelope.id, []);
    },
  );
  return (ids: readonly string[]) => {
    // An answer still on its way would bring the old order back.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<Envelope>(
      queryKey,
      (now) => now && { ...now, documentos: inOrder(now.documentos, ({ id }) => id, ids) },
    );
    save(ids);
  };
}

function Linha(props: {
  readonly documento: DocumentoResumo;
  readonly numero: number;
  readonly envelope: Envelope;
  readonly pendencias: readonly Pendencia[] | null;
}) {
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const { documento } = props;
  const blocking = props.pendencias?.filter(({ impede }) => impede).length ?? null;
  const mine = podeEm('alterarDocumento', documento);
  return (
    <div className="envelope-documento">
      <span className="envelope-numero" aria-hidden="true">
        {props.numero}
      </span>
      <span className="envelope-titulo">
        <Link
          to={mine ? `/documentos/${documento.id}/preparar` : `/documentos/${documento.id}`}
          className="titulo-link"
          dir="auto"
        >
          {documento.titulo}
        </Link>
        <span className="suave">
          {t.rascunho.paginas(documento.paginas)} ·{' '}
          {blocking === null ? (
            t.rascunho.conferindo
          ) : blocking === 0 ? (
            <span className="bom">
              <Icone nome="certo" tamanho={14} /> {t.rascunho.pronto}
            </span>
          ) : (
            <span className="ruim">
              <Icone nome="alerta" tamanho={14} /> {t.rascunho.problemas(blocking)}
            </span>
          )}
        </span>
      </span>
      {mine && (
        <Button
          component={Link}
          to={`/documentos/${documento.id}/preparar`}
          variant="default"
          size="xs"
          className="envelope-preparar"
          aria-label={t.rascunho.prepararDe(documento.titulo)}
        >
          {t.rascunho.preparar}
        </Button>
      )}
      <Atos {...props} mine={mine} />
    </div>
  );
}

function Atos({
  documento,
  envelope,
  mine,
}: {
  readonly documento: DocumentoResumo;
  readonly envelope: Envelope;
  readonly mine: boolean;
}) {
  const t = useEnvelopes();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  const params = { documentoId: documento.id };
  const order = envelope.documentos.map(({ id }) => id);
  const takeOut = async () => {
    await client.alterarDocumento({ params, body: { envelopeId: null } });
    await mudou.documentos(envelope.id, [documento]);
    avisos.desfazivel(t.rascunho.tirado(documento.titulo), () => void putBack().catch(avisos.erro));
  };
  const putBack = async () => {
    await client.alterarDocumento({ params, body: { envelopeId: envelope.id } });
    mudou.envelope(await client.alterarEnvelope({ params: { envelopeId: envelope.id }, body: { documentos: order } }));
  };
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.rascunho.acoes(documento.titulo)}>
          <Icone nome="mais" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/documentos/${documento.id}`} leftSection={<Icone nome="documento" />}>
          {t.rascunho.pagina}
        </Menu.Item>
        {mine && (
          <Menu.Item leftSection={<Icone nome="sair" />} onClick={() => void takeOut().catch(avisos.erro)}>
            {t.rascunho.tirar}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

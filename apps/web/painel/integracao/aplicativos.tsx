import { Alert, Modal, Stack, Text, Title } from '@mantine/core';
import type { ConcessaoOAuth } from '@rubrica/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tell } from '../api/erros.ts';
import { todas } from '../api/todas.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { Credential } from './credential.tsx';

const GRANTS = ['aplicativos'];

/** The applications that were let in by OAuth in this environment; for owners, and where the service has OAuth on. */
export function Aplicativos() {
  const { oauth } = usePanel();
  const { pode } = usePode();
  return oauth && pode('listarConcessoesOAuth') ? <Concessoes /> : null;
}

function Concessoes() {
  const t = useIntegracao();
  const { client } = usePanel();
  const grants = useQuery({ queryKey: GRANTS, queryFn: () => todas(client.listarConcessoesOAuth) });
  const [ending, setEnding] = useState<ConcessaoOAuth | null>(null);
  const living = grants.data?.filter(({ encerradaEm }) => encerradaEm === null) ?? [];
  const ended = grants.data?.filter(({ encerradaEm }) => encerradaEm !== null) ?? [];
  return (
    <section aria-labelledby="aplicativos">
      <Title order={2} size="h4" id="aplicativos" mb="xs">
        {t.aplicativos.titulo}
      </Title>
      <Text mb="sm">{t.aplicativos.texto}</Text>
      {grants.error && <Falha erro={grants.error} repetir={() => void grants.refetch()} />}
      {grants.isPending && <Carregando />}
      {grants.data && living.length === 0 && <Text c="dimmed">{t.aplicativos.nenhum}</Text>}
      <Lista grants={living} onEnd={setEnding} />
      {ended.length > 0 && (
        <details className="revogadas">
          <summary>{t.aplicativos.encerrados(ended.length)}</summary>
          <Lista grants={ended} onEnd={null} />
        </details>
      )}
      {ending && <Encerrar concessao={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

function Lista(props: {
  readonly grants: readonly ConcessaoOAuth[];
  readonly onEnd: ((concessao: ConcessaoOAuth) => void) | null;
}) {
  const { aplicativos: t } = useIntegracao();
  const { onEnd } = props;
  return (
    <Stack component="ul" gap="sm" className="lista-solta">
      {props.grants.map((one) => (
        <li key={one.id}>
          <Credential
            name={
              <Text fw={600} dir="auto" className="titulo-quebra">
                {one.aplicativo.nome}
              </Text>
            }
            code={one.aplicativo.clientId}
            use={one}
            neverUsed={t.nuncaUsado}
            began={{ label: t.concedido, at: one.criadaEm }}
            ended={one.encerradaEm ? { label: t.encerradoEm, at: one.encerradaEm } : null}
            escopos={one.escopos}
            end={onEnd && { label: t.encerrar, about: t.encerrarDe(one.aplicativo.nome), act: () => onEnd(one) }}
          />
        </li>
      ))}
    </Stack>
  );
}

function Encerrar({ concessao, onClose }: { readonly concessao: ConcessaoOAuth; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegracao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.encerrarConcessaoOAuth({ params: { concessaoId: concessao.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: GRANTS });
      avisos.feito(t.aplicativos.encerrado);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.aplicativos.encerrarTitulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Stack>
        <Text fw={600} dir="auto" className="titulo-quebra">
          {concessao.aplicativo.nome}
        </Text>
        <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
          {t.aplicativos.encerrarTexto}
        </Alert>
        <Rodape
          recusa={end.error ? tell(end.error, base.erros).mensagem : null}
          onClose={onClose}
          acao={t.aplicativos.confirmar}
          onAcao={() => end.mutate()}
          ocupado={end.isPending}
          perigo
          foco="saida"
        />
      </Stack>
    </Modal>
  );
}

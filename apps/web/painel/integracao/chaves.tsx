import { Alert, Badge, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import type { ChaveApi } from '@rubrica/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tell } from '../api/erros.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { Aplicativos } from './aplicativos.tsx';
import { useChaves } from './consultas.ts';
import { Credential } from './credential.tsx';
import { Guias } from './guias.tsx';
import './integracao.css';
import { SoQuemAlcanca } from './sem-alcance.tsx';

/** `/integracao/chaves` */
export function Component() {
  const t = useIntegracao();
  return (
    <SoQuemAlcanca operacao="listarChavesApi" titulo={t.chaves.titulo}>
      <Chaves />
    </SoQuemAlcanca>
  );
}

function Chaves() {
  const t = useIntegracao();
  const { pode } = usePode();
  const keys = useChaves();
  const [revoking, setRevoking] = useState<ChaveApi | null>(null);
  const active = keys.data?.filter(({ revogadaEm }) => revogadaEm === null) ?? [];
  const revoked = keys.data?.filter(({ revogadaEm }) => revogadaEm !== null) ?? [];
  const create = pode('criarChaveApi') && (
    <Button component={Link} to="/integracao/chaves/nova" leftSection={<Icone nome="somar" />}>
      {t.chaves.nova}
    </Button>
  );
  return (
    <Tela titulo={t.chaves.titulo} acoes={keys.data && keys.data.length > 0 && create}>
      <Text>{t.chaves.texto}</Text>
      <Guias quais={['inicio', 'referencia', 'limites', 'erros']} />
      {keys.error && <Falha erro={keys.error} repetir={() => void keys.refetch()} />}
      {keys.isPending && <Carregando />}
      {keys.data?.length === 0 && (
        <Vazio icone="chave" titulo={t.chaves.vazioTitulo} texto={t.chaves.vazioTexto}>
          {create}
        </Vazio>
      )}
      {keys.data && keys.data.length > 0 && (
        <section aria-labelledby="ativas">
          <Title order={2} size="h4" id="ativas" mb="sm">
            {t.chaves.ativas}
          </Title>
          {active.length === 0 && <Text c="dimmed">{t.chaves.nenhumaAtiva}</Text>}
          <Lista keys={active} onRevoke={pode('revogarChaveApi') ? setRevoking : null} />
        </section>
      )}
      {revoked.length > 0 && (
        <details className="revogadas">
          <summary>{t.chaves.revogadas(revoked.length)}</summary>
          <Lista keys={revoked} onRevoke={null} />
        </details>
      )}
      <Aplicativos />
      {revoking && <Revogar chave={revoking} onClose={() => setRevoking(null)} />}
    </Tela>
  );
}

function Lista(props: { readonly keys: readonly ChaveApi[]; readonly onRevoke: ((chave: ChaveApi) => void) | null }) {
  return (
    <Stack component="ul" gap="sm" className="lista-solta">
      {props.keys.map((one) => (
        <li key={one.id}>
          <UmaChave one={one} onRevoke={props.onRevoke} />
        </li>
      ))}
    </Stack>
  );
}

function UmaChave({
  one,
  onRevoke,
}: {
  readonly one: ChaveApi;
  readonly onRevoke: ((chave: ChaveApi) => void) | null;
}) {
  const base = useBase();
  const t = useIntegracao();
  return (
    <Credential
      name={
        <Group gap="xs">
          <Text fw={600} dir="auto" className="titulo-quebra">
            {one.nome}
          </Text>
          <Badge variant="light" color={one.ambiente === 'TESTE' ? 'yellow' : 'marca'} tt="none">
            {base.ambiente[one.ambiente]}
          </Badge>
        </Group>
      }
      code={`${one.prefixo}…`}
      use={one}
      neverUsed={t.chaves.nuncaUsada}
      began={{ label: t.chaves.criada, at: one.criadaEm }}
      ended={one.revogadaEm ? { label: t.chaves.revogadaEm, at: one.revogadaEm } : null}
      escopos={one.escopos}
      end={onRevoke && { label: t.chaves.revogar, about: t.chaves.revogarDe(one.nome), act: () => onRevoke(one) }}
    />
  );
}

/**
 * Asks, rather than waiting for an undo: a key that leaked must stop at once, and one that stopped cannot be given back.
 */
function Revogar({ chave, onClose }: { readonly chave: ChaveApi; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegracao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.revogarChaveApi({ params: { chaveId: chave.id } }),
    onSuccess: () => {
      queries.setQueryData<ChaveApi[]>(['chaves'], (list) =>
        list?.map((one) => (one.id === chave.id ? { ...one, revogadaEm: new Date().toISOString() } : one)),
      );
      void queries.invalidateQueries({ queryKey: ['chaves'] });
      avisos.feito(t.chaves.revogada);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.chaves.revogarTitulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Stack>
        <div>
          <Text fw={600} dir="auto" className="titulo-quebra">
            {chave.nome}
          </Text>
          <code className="codigo">{chave.prefixo}…</code>
          <Text size="sm" component="div">
            {chave.ultimoUsoEm ? (
              <>
                {t.chaves.ultimoUso}: <Momento quando={chave.ultimoUsoEm} />
                {chave.ultimoIp && ` ${t.chaves.deIp(chave.ultimoIp)}`}
              </>
            ) : (
              t.chaves.nuncaUsada
            )}
          </Text>
        </div>
        <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
          {t.chaves.revogarTexto}
        </Alert>
        <Rodape
          recusa={revoke.error ? tell(revoke.error, base.erros).mensagem : null}
          onClose={onClose}
          acao={t.chaves.confirmarRevogar}
          onAcao={() => revoke.mutate()}
          ocupado={revoke.isPending}
          perigo
          foco="saida"
        />
      </Stack>
    </Modal>
  );
}

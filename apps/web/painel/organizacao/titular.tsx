import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ResultadoEliminacao, RuleName, SolicitacaoLgpd } from '@rubrica/contract';
import { paginate } from '@rubrica/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { maskCpf } from '../../kit/brazil.ts';
import type { Ruled } from '../../kit/rules/retell.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { entregar } from '../partes/entregar.ts';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { formatMoment, Momento } from '../partes/momento.tsx';
import { useSpeech } from '../textos/area.ts';
import { useDoServico } from '../textos/base.ts';
import { usePrivacidade } from '../textos/privacidade.ts';
import { useMudouOrganizacao } from './consultas.ts';
import { Ficha, TelaDaOrganizacao } from './moldura.tsx';
import { isGathering, isOpen, Prazo, Situacao } from './pedido.tsx';
import { DialogoEliminacao, DialogoRecusa } from './pedido-dialogos.tsx';

const LOOK_AGAIN_MS = 3_000;

/** One request. The contract has no reading of one alone: it is looked for in the listings, those still open first. */
function usePedido(solicitacaoId: string) {
  const { client } = usePanel();
  const { pode } = usePode();
  return useQuery({
    queryKey: ['titulares', 'um', solicitacaoId],
    enabled: pode('listarSolicitacoesLgpd'),
    queryFn: async () => {
      for (const state of [{}, { estado: 'ATENDIDA' }, { estado: 'RECUSADA' }] as const) {
        for await (const one of paginate(client.listarSolicitacoesLgpd, { query: { limite: 100, ...state } })) {
          if (one.id === solicitacaoId) return one;
        }
      }
      return null;
    },
    refetchInterval: ({ state }) => (state.data && isGathering(state.data) ? LOOK_AGAIN_MS : false),
  });
}

/** `/organizacao/titulares/:solicitacaoId` */
export function Component() {
  const t = usePrivacidade();
  const { solicitacaoId = '' } = useParams();
  const pedido = usePedido(solicitacaoId);
  const one = pedido.data;
  return (
    <TelaDaOrganizacao
      titulo={one ? (t.titulares.tipo[one.tipo] ?? one.tipo) : t.titulares.titulo}
      operacao="listarSolicitacoesLgpd"
      acima={{ to: '/organizacao/titulares', rotulo: t.titulares.todosOsPedidos }}
      junto={one && <Situacao pedido={one} />}
    >
      {pedido.error && <Falha erro={pedido.error} repetir={() => void pedido.refetch()} />}
      {pedido.isPending && <Carregando />}
      {one === null && <Vazio icone="busca" titulo={t.titulares.nao} texto={t.titulares.naoTexto} />}
      {one && (
        <Stack maw={820}>
          <Paper withBorder p="lg">
            <Dados pedido={one} />
          </Paper>
          <Andamento pedido={one} />
          {one.resultado && (
            <Paper withBorder p="lg">
              <Resultado resultado={one.resultado} />
            </Paper>
          )}
        </Stack>
      )}
    </TelaDaOrganizacao>
  );
}

/** Why something is kept, by what it is. */
const KEPT: Readonly<Record<string, RuleName>> = {
  DOCUMENTO_CONCLUIDO: 'keptCompleted',
  DOCUMENTO_EM_ANDAMENTO: 'keptInProgress',
  TRILHA_DE_AUDITORIA: 'keptTrail',
  VINCULO_DE_MEMBRO: 'keptMember',
};

/** An erasure that found nothing it may erase is refused by the service; every other refusal is in a person's words. */
const refusalOf = ({ resultado }: SolicitacaoLgpd): Ruled =>
  resultado ? { regra: 'nothingToErase' satisfies RuleName } : {};

function Dados({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  const doServico = useDoServico();
  const { titular } = pedido;
  return (
    <Stack>
      <Ficha
        linhas={[
          [t.titulares.titular, titular.nome],
          [t.titulares.email, titular.email],
          ...(titular.cpf ? [[t.titulares.cpf, maskCpf(titular.cpf)] as const] : []),
          ...(pedido.descricao
            ? [
                [
                  t.titulares.descricao,
                  <span key="descricao" className="org-linhas">
                    {pedido.descricao}
                  </span>,
                ] as const,
              ]
            : []),
          [t.titulares.criado, <Momento key="criado" quando={pedido.criadaEm} />],
          ...(pedido.carenciaAte
            ? [[t.titulares.carencia, <Momento key="carencia" quando={pedido.carenciaAte} />] as const]
            : []),
          ...(pedido.confirmadaEm
            ? [[t.titulares.confirmado, <Momento key="confirmado" quando={pedido.confirmadaEm} />] as const]
            : []),
          ...(pedido.encerradaEm
            ? [[t.titulares.encerrado, <Momento key="encerrado" quando={pedido.encerradaEm} />] as const]
            : []),
          ...(pedido.motivoRecusa
            ? [[t.titulares.motivo, doServico(pedido.motivoRecusa, refusalOf(pedido))] as const]
            : []),
        ]}
      />
      <Prazo pedido={pedido} />
    </Stack>
  );
}

/** What is to be done, or what was gathered. */
function Andamento({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  const { language } = useSpeech();
  const { pode } = usePode();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const [dialog, setDialog] = useState<'recusar' | 'eliminar' | null>(null);
  const done = useMutation({
    mutationFn: async () => {
      const params = { solicitacaoId: pedido.id };
      await mudou.pedido(await client.decidirSolicitacaoLgpd({ params, body: { decisao: 'CONFIRMAR' } }));
    },
    onSuccess: () => avisos.feito(t.titulares.atendida),
    onError: (error) => avisos.erro(error),
  });
  const decides = isOpen(pedido) && pode('decidirSolicitacaoLgpd');
  const close = () => setDialog(null);
  return (
    <Stack>
      {isGathering(pedido) && (
        <Alert color="marca" variant="light" icon={<Icone nome="relogio" />} role="status">
          {t.titulares.reunindo}
        </Alert>
      )}
      {pedido.estado === 'EM_CARENCIA' &&
        (pedido.confirmadaEm && pedido.carenciaAte ? (
          <Text>{t.titulares.confirmada(formatMoment(pedido.carenciaAte, language))}</Text>
        ) : (
          <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
            {t.titulares.aConfirmar}
          </Alert>
        ))}
      <Reunidos pedido={pedido} />
      {decides && (
        <Group>
          {pedido.tipo === 'CORRECAO' && (
            <Button loading={done.isPending} onClick={() => done.mutate()}>
              {t.titulares.marcarAtendida}
            </Button>
          )}
          {pedido.tipo === 'ELIMINACAO' && !pedido.confirmadaEm && (
            <Button color="red" onClick={() => setDialog('eliminar')}>
              {t.titulares.confirmarEliminacao}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('recusar')}>
            {t.titulares.recusar}
          </Button>
        </Group>
      )}
      {dialog === 'recusar' && <DialogoRecusa pedido={pedido} onClose={close} />}
      {dialog === 'eliminar' && <DialogoEliminacao pedido={pedido} onClose={close} />}
    </Stack>
  );
}

function Reunidos({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  const { client } = usePanel();
  const { pode } = usePode();
  const avisos = useAvisos();
  const download = useMutation({
    mutationFn: async () => {
      const data = await client.obterArquivoSolicitacaoLgpd({ params: { solicitacaoId: pedido.id } });
      const name = `${t.titulares.arquivo}-${pedido.id.slice(0, 8)}.json`;
      entregar(name, JSON.stringify(data, null, 2), 'application/json');
    },
    onError: (error) => avisos.erro(error),
  });
  const gathered = pedido.estado === 'ATENDIDA' && (pedido.tipo === 'ACESSO' || pedido.tipo === 'EXPORTACAO');
  if (!gathered || !pode('obterArquivoSolicitacaoLgpd')) return null;
  if (!pedido.arquivoDisponivelAte) return <Text c="dimmed">{t.titulares.naoDisponivel}</Text>;
  return (
    <Group>
      <Button leftSection={<Icone nome="baixar" />} loading={download.isPending} onClick={() => download.mutate()}>
        {t.titulares.baixar}
      </Button>
      <Text size="sm" c="dimmed">
        {t.titulares.baixarAte} <Momento quando={pedido.arquivoDisponivelAte} estilo="dia" />
      </Text>
    </Group>
  );
}

function Resultado({ resultado }: { readonly resultado: ResultadoEliminacao }) {
  const t = usePrivacidade();
  const doServico = useDoServico();
  const name = (dado: string) => t.titulares.dado[dado] ?? dado;
  return (
    <Stack>
      <Title order={2} size="h4">
        {t.titulares.resultado}
      </Title>
      {resultado.eliminados.length === 0 ? (
        <Text>{t.titulares.nadaEliminado}</Text>
      ) : (
        <table className="org-fatura-tabela">
          <caption>{t.titulares.eliminados}</caption>
          <thead>
            <tr>
              <th scope="col">{t.titulares.dados}</th>
              <th scope="col" className="numero">
                {t.titulares.quantidade}
              </th>
            </tr>
          </thead>
          <tbody>
            {resultado.eliminados.map(({ dado, quantidade }) => (
              <tr key={dado}>
                <td>{name(dado)}</td>
                <td className="numero">{quantidade}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {resultado.mantidos.length > 0 && (
        <table className="org-fatura-tabela">
          <caption>{t.titulares.mantidos}</caption>
          <thead>
            <tr>
              <th scope="col">{t.titulares.dados}</th>
              <th scope="col" className="numero">
                {t.titulares.quantidade}
              </th>
              <th scope="col">{t.titulares.porque}</th>
            </tr>
          </thead>
          <tbody>
            {resultado.mantidos.map(({ dado, quantidade, motivo }) => (
              <tr key={dado}>
                <td>{name(dado)}</td>
                <td className="numero">{quantidade}</td>
                <td>{doServico(motivo, { regra: KEPT[dado] })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  );
}

import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ResultadoEliminacao, RuleName, SolicitacaoLgpd } from '@rubrica/contract';
import { paginate } from '@rubrica/sdk/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { maskCpf } from '../../kit/brazil.ts';
import { handOver } from '../../kit/hand-over.ts';
import type { Ruled } from '../../kit/rules/retell.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatMoment, Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDoServico } from '../texts/base.ts';
import { usePrivacyTexts } from '../texts/privacy.ts';
import styles from './figures.module.css';
import { Card, OrganizacaoScreen } from './frame.tsx';
import { useOrganizacaoChanged } from './queries.ts';
import { Deadline, isGathering, isOpen, RequestState } from './request.tsx';
import { ErasureDialog, RefusalDialog } from './request-dialogs.tsx';

const LOOK_AGAIN_MS = 3_000;

/** One request. The contract has no reading of one alone: it is looked for in the listings, those still open first. */
function useRequest(solicitacaoId: string) {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['titulares', 'um', solicitacaoId],
    enabled: isAllowed('listarSolicitacoesLgpd'),
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
  const t = usePrivacyTexts();
  const { solicitacaoId = '' } = useParams();
  const request = useRequest(solicitacaoId);
  const one = request.data;
  return (
    <OrganizacaoScreen
      title={one ? (t.dataSubjects.tipo[one.tipo] ?? one.tipo) : t.dataSubjects.titulo}
      operacao="listarSolicitacoesLgpd"
      above={{ to: '/organizacao/titulares', label: t.dataSubjects.allRequests }}
      together={one && <RequestState request={one} />}
    >
      {request.error && <Failure erro={request.error} repeat={() => void request.refetch()} />}
      {request.isPending && <Loading />}
      {one === null && <Empty drawing="search" titulo={t.dataSubjects.none} texto={t.dataSubjects.noneText} />}
      {one && (
        <Stack maw={820}>
          <Paper withBorder p="lg">
            <SubjectData request={one} />
          </Paper>
          <Progress request={one} />
          {one.resultado && (
            <Paper withBorder p="lg">
              <Erased resultado={one.resultado} />
            </Paper>
          )}
        </Stack>
      )}
    </OrganizacaoScreen>
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

function SubjectData({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  const doServico = useDoServico();
  const { titular } = request;
  return (
    <Stack>
      <Card
        lines={[
          [t.dataSubjects.titular, titular.nome],
          [t.dataSubjects.email, titular.email],
          ...(titular.cpf ? [[t.dataSubjects.cpf, maskCpf(titular.cpf)] as const] : []),
          ...(request.descricao
            ? [
                [
                  t.dataSubjects.descricao,
                  <span key="descricao" className="free-text">
                    {request.descricao}
                  </span>,
                ] as const,
              ]
            : []),
          [t.dataSubjects.criado, <Moment key="criado" when={request.criadaEm} />],
          ...(request.carenciaAte
            ? [[t.dataSubjects.carencia, <Moment key="carencia" when={request.carenciaAte} />] as const]
            : []),
          ...(request.confirmadaEm
            ? [[t.dataSubjects.confirmado, <Moment key="confirmado" when={request.confirmadaEm} />] as const]
            : []),
          ...(request.encerradaEm
            ? [[t.dataSubjects.encerrado, <Moment key="encerrado" when={request.encerradaEm} />] as const]
            : []),
          ...(request.motivoRecusa
            ? [[t.dataSubjects.motivo, doServico(request.motivoRecusa, refusalOf(request))] as const]
            : []),
        ]}
      />
      <Deadline request={request} />
    </Stack>
  );
}

/** What is to be done, or what was gathered. */
function Progress({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  const { language } = useSpeech();
  const { isAllowed } = useIsAllowed();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const [dialog, setDialog] = useState<'recusar' | 'erase' | null>(null);
  const done = useMutation({
    mutationFn: async () => {
      const params = { solicitacaoId: request.id };
      await hasChanged.request(await client.decidirSolicitacaoLgpd({ params, body: { decisao: 'CONFIRMAR' } }));
    },
    onSuccess: () => notices.done(t.dataSubjects.atendida),
    onError: (error) => notices.erro(error),
  });
  const decides = isOpen(request) && isAllowed('decidirSolicitacaoLgpd');
  const close = () => setDialog(null);
  return (
    <Stack>
      {isGathering(request) && (
        <Alert color="marca" variant="light" icon={<Icon name="clock" />} role="status">
          {t.dataSubjects.gathering}
        </Alert>
      )}
      {request.estado === 'EM_CARENCIA' &&
        (request.confirmadaEm && request.carenciaAte ? (
          <Text>{t.dataSubjects.confirmada(formatMoment(request.carenciaAte, language))}</Text>
        ) : (
          <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
            {t.dataSubjects.toConfirm}
          </Alert>
        ))}
      <Gathered request={request} />
      {decides && (
        <Group>
          {request.tipo === 'CORRECAO' && (
            <Button loading={done.isPending} onClick={() => done.mutate()}>
              {t.dataSubjects.markDone}
            </Button>
          )}
          {request.tipo === 'ELIMINACAO' && !request.confirmadaEm && (
            <Button color="red" onClick={() => setDialog('erase')}>
              {t.dataSubjects.confirmErasure}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('recusar')}>
            {t.dataSubjects.recusar}
          </Button>
        </Group>
      )}
      {dialog === 'recusar' && <RefusalDialog request={request} onClose={close} />}
      {dialog === 'erase' && <ErasureDialog request={request} onClose={close} />}
    </Stack>
  );
}

function Gathered({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const download = useMutation({
    mutationFn: async () => {
      const data = await client.obterArquivoSolicitacaoLgpd({ params: { solicitacaoId: request.id } });
      const name = `${t.dataSubjects.arquivo}-${request.id.slice(0, 8)}.json`;
      handOver(name, JSON.stringify(data, null, 2), 'application/json');
    },
    onError: (error) => notices.erro(error),
  });
  const gathered = request.estado === 'ATENDIDA' && (request.tipo === 'ACESSO' || request.tipo === 'EXPORTACAO');
  if (!gathered || !isAllowed('obterArquivoSolicitacaoLgpd')) return null;
  if (!request.arquivoDisponivelAte) return <Text c="dimmed">{t.dataSubjects.unavailable}</Text>;
  return (
    <Group>
      <Button leftSection={<Icon name="download" />} loading={download.isPending} onClick={() => download.mutate()}>
        {t.dataSubjects.baixar}
      </Button>
      <Text size="sm" c="dimmed">
        {t.dataSubjects.downloadUntil} <Moment when={request.arquivoDisponivelAte} style="dia" />
      </Text>
    </Group>
  );
}

function Erased({ resultado }: { readonly resultado: ResultadoEliminacao }) {
  const t = usePrivacyTexts();
  const doServico = useDoServico();
  const name = (dado: string) => t.dataSubjects.dado[dado] ?? dado;
  return (
    <Stack>
      <Title order={2} size="h4">
        {t.dataSubjects.resultado}
      </Title>
      {resultado.eliminados.length === 0 ? (
        <Text>{t.dataSubjects.nothingErased}</Text>
      ) : (
        <table className={styles.table}>
          <caption>{t.dataSubjects.eliminados}</caption>
          <thead>
            <tr>
              <th scope="col">{t.dataSubjects.dados}</th>
              <th scope="col" className={styles.number}>
                {t.dataSubjects.quantidade}
              </th>
            </tr>
          </thead>
          <tbody>
            {resultado.eliminados.map(({ dado, quantidade }) => (
              <tr key={dado}>
                <td>{name(dado)}</td>
                <td className={styles.number}>{quantidade}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {resultado.mantidos.length > 0 && (
        <table className={styles.table}>
          <caption>{t.dataSubjects.mantidos}</caption>
          <thead>
            <tr>
              <th scope="col">{t.dataSubjects.dados}</th>
              <th scope="col" className={styles.number}>
                {t.dataSubjects.quantidade}
              </th>
              <th scope="col">{t.dataSubjects.because}</th>
            </tr>
          </thead>
          <tbody>
            {resultado.mantidos.map(({ dado, quantidade, motivo }) => (
              <tr key={dado}>
                <td>{name(dado)}</td>
                <td className={styles.number}>{quantidade}</td>
                <td>{doServico(motivo, { regra: KEPT[dado] })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  );
}

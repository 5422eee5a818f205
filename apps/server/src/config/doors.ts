import { isLocalHost } from '../core/networks.ts';
import type { Config } from './config.ts';

/**
 * What an attacker would like about this configuration, a line each, with what closes it. Nothing here is a fault by
 * itself: a developer's machine has the first, and behind a proxy of the operator's own the second is meant.
 */
export function describeOpenDoors(config: Config): string[] {
  const { host, port, local, metrics, devAllowNetworks, trustProxy, webhookAllowNetworks } = config;
  const reachable = !isLocalHost(host);
  const near = ['quem usa esta máquina', ...devAllowNetworks].join(' e ');
  const doors: Array<[open: boolean, line: string]> = [
    [
      local,
      `/dev/caixa mostra a ${near} links de assinatura, códigos e redefinições de senha (fecha com PUBLIC_ORIGIN)`,
    ],
    [reachable, `HOST=${host}: a porta ${port} atende sem TLS a quem a alcança; deixe-a só para o seu proxy`],
    [
      metrics.port !== null && metrics.token === null && reachable,
      `a porta ${metrics.port} mostra /metrics a quem a alcança (fecha com METRICS_TOKEN)`,
    ],
    [
      !local && trustProxy.length === 0,
      'TRUST_PROXY não definida: atrás de um proxy, toda assinatura é registrada com o endereço dele',
    ],
    [
      trustProxy.some((network) => network.endsWith('/0')),
      'TRUST_PROXY acredita em qualquer um: quem assina escolhe o endereço que fica registrado',
    ],
    [
      webhookAllowNetworks.length > 0,
      `webhooks de qualquer organização alcançam ${webhookAllowNetworks.join(', ')} (fecha com WEBHOOK_ALLOW_NETWORKS=none)`,
    ],
    ...standInDoors(config),
  ];
  return doors.flatMap(([open, line]) => (open ? [line] : []));
}

/** A stand-in is a door once strangers can reach it; in development it is what makes the service start by itself. */
function standInDoors({ production, dataDir, ...given }: Config): Array<[open: boolean, line: string]> {
  return [
    [
      production && given.smtpUrl === null,
      'e-mails ficam no banco, com seus links, e não chegam a ninguém: leia com `npm run operador -- caixa` (SMTP_URL os envia)',
    ],
    [production && given.clamd === null, 'nenhum antivírus vê os arquivos recebidos (CLAMD_URL)'],
    [
      production && given.masterKeys === null,
      `a chave mestra está junto dos dados, em ${dataDir}/master.key (MASTER_KEY a separa)`,
    ],
    [
      production && given.seal === null,
      `o selo está junto dos dados, em ${dataDir}/seal.p12, e ninguém de fora o atesta (SEAL_P12_PATH)`,
    ],
  ];
}

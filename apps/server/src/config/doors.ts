import { isLocalHost } from '../core/networks.ts';
import type { Config } from './config.ts';
import type { Role } from './values.ts';

/**
 * What an attacker could use in this configuration, one line each, with how to close it. None of it is wrong in itself:
 * a developer's machine has the first, and behind the operator's own proxy the second is intended.
 * @param roles what this process does: one that answers no requests has none of the HTTP items
 */
export function describeOpenDoors(config: Config, roles: readonly Role[]): string[] {
  const doors = [...(roles.includes('http') ? httpDoors(config) : []), ...doorsOfAll(config)];
  return doors.flatMap(([open, line]) => (open ? [line] : []));
}

type Door = readonly [open: boolean, line: string];

function httpDoors({ host, port, local, devAllowNetworks, trustProxy, ...given }: Config): Door[] {
  const reachable = !isLocalHost(host);
  const near = ['quem usa esta máquina', ...devAllowNetworks].join(' e ');
  return [
    [
      local,
      `/dev/caixa mostra a ${near} links de assinatura, códigos e redefinições de senha (fecha com PUBLIC_ORIGIN)`,
    ],
    [reachable, `HOST=${host}: a porta ${port} atende sem TLS a quem a alcança; deixe-a só para o seu proxy`],
    [
      !local && trustProxy.length === 0,
      'TRUST_PROXY não definida: atrás de um proxy, toda assinatura é registrada com o endereço dele',
    ],
    [
      trustProxy.some((network) => network.endsWith('/0')),
      'TRUST_PROXY acredita em qualquer um: quem assina escolhe o endereço que fica registrado',
    ],
    [given.production && given.clamd === null, 'nenhum antivírus vê os arquivos recebidos (CLAMD_URL)'],
  ];
}

/**
 * Those of every process: each delivers webhooks, sends mail, holds the keys, and has its metrics. A stand-in is listed once strangers
 * can reach it; in development it is what lets the service start without configuration.
 */
function doorsOfAll({ production, dataDir, webhookAllowNetworks, host, metrics, ...given }: Config): Door[] {
  return [
    [
      metrics.port !== null && metrics.token === null && !isLocalHost(host),
      `a porta ${metrics.port} mostra /metrics a quem a alcança (fecha com METRICS_TOKEN)`,
    ],
    [
      webhookAllowNetworks.length > 0,
      `webhooks de qualquer organização alcançam ${webhookAllowNetworks.join(', ')} (fecha com WEBHOOK_ALLOW_NETWORKS=none)`,
    ],
    [
      production && given.smtpUrl === null,
      'e-mails ficam no banco, com seus links, e não chegam a ninguém: leia com `npm run operador -- caixa` (SMTP_URL os envia)',
    ],
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

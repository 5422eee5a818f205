import type { Config } from './config.ts';
import { databaseWhere, parseDatabaseUrl } from './database-url.ts';

/**
 * What the service runs on, one line per part, for the start banner: which variable is replaced by a stand-in, or what
 * the variable points to (without its credentials).
 */
export function describeStandIns(config: Config): string[] {
  const inbox = `${config.publicOrigin}/dev/caixa`;
  const rows: Array<[part: string, uses: string, variable: string | null]> = [
    config.databaseUrl === null
      ? ['banco de dados', `PostgreSQL embutido em ${config.dataDir}/pg`, 'DATABASE_URL']
      : ['banco de dados', `PostgreSQL em ${databaseWhere(parseDatabaseUrl(config.databaseUrl))}`, null],
    config.s3 === null
      ? ['arquivos', `disco local em ${config.dataDir}/files`, 'S3_URL']
      : ['arquivos', `S3 em ${config.s3.endpoint}/${config.s3.bucket}`, null],
    config.smtpUrl === null
      ? ['e-mail', `capturado, leia em ${inbox}`, 'SMTP_URL']
      : ['e-mail', `SMTP em ${where(config.smtpUrl)}, de ${config.mailFrom.address}`, null],
    config.smsGateway === null
      ? ['SMS', `capturado, leia em ${inbox}`, 'SMS_GATEWAY_URL']
      : ['SMS', `gateway em ${where(config.smsGateway.url)}`, null],
    config.clamd === null
      ? ['antivírus', 'só verificação estrutural do PDF', 'CLAMD_URL']
      : [
          'antivírus',
          `clamd em ${'path' in config.clamd ? config.clamd.path : `${config.clamd.host}:${config.clamd.port}`}`,
          null,
        ],
    config.masterKeys === null
      ? ['chave mestra', `gerada em ${config.dataDir}/master.key`, 'MASTER_KEY']
      : ['chave mestra', 'MASTER_KEY', null],
    config.seal === null
      ? ['selo', `certificado próprio gerado em ${config.dataDir}/seal.p12`, 'SEAL_P12_PATH']
      : ['selo', config.seal.path, null],
    ['selo de teste', 'certificado próprio, cifrado no banco', null],
    ['operador', config.operator.name ?? 'sem nome', config.operator.name === null ? 'OPERATOR_NAME' : null],
    [
      'carimbo do tempo',
      config.tsaUrls.length === 0 ? 'nenhum' : config.tsaUrls.map(where).join(', '),
      config.tsaUrls.length === 0 ? 'TSA_URL' : null,
    ],
    [
      'registro aberto',
      config.witnesses.length === 0
        ? 'sem testemunhas'
        : `${config.witnessQuorum} de ${config.witnesses.map(({ witness }) => witness.name).join(', ')}`,
      config.witnesses.length === 0 ? 'WITNESSES' : null,
    ],
    config.redisUrl === null
      ? ['limites', 'contados na memória deste processo', 'REDIS_URL']
      : ['limites', `Redis em ${where(config.redisUrl)}`, null],
    ['webhooks', webhooks(config.webhookAllowNetworks), null],
  ];
  const width = Math.max(...rows.map(([part]) => part.length));
  return rows.map(
    ([part, uses, variable]) =>
      `${part.padEnd(width)}  ${uses}${variable === null ? '' : ` (no lugar de ${variable}, não definida)`}`,
  );
}

function webhooks(allowed: readonly string[]): string {
  return allowed.length === 0
    ? 'só endereços públicos'
    : `endereços públicos e, por WEBHOOK_ALLOW_NETWORKS, também ${allowed.join(', ')}`;
}

/** Host, port and path of an address, never its user, password or parameters. */
function where(address: string): string {
  const url = new URL(address);
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}` || 'socket local';
}

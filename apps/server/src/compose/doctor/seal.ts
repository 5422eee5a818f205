import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@rubrica/contract';
import { RevokedError, ValidationSource } from '@rubrica/pdf';
import { createRevocationClient } from '../../adapters/revocation.ts';
import { openSeal, type Seal, SealError } from '../../adapters/seal.ts';
import { readRoots } from '../../adapters/tsa.ts';
import type { Columns } from '../../core/row.ts';
import { type Check, failed, fine, inapplicable, type Subject, unverified, warned } from './check.ts';
import { unlessReached } from './reached.ts';

const NAME = 'Selo';
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 30;

export const seal: Check = {
  ponto: NAME,
  async run(subject) {
    const { config } = subject;
    const secrets = await subject.secrets();
    const generated = join(config.dataDir, 'seal.p12');
    const there =
      config.seal !== null ||
      (await access(generated).then(
        () => true,
        () => false,
      ));
    if (secrets === null || !there) {
      return [unverified(NAME, `${generated} ainda não foi gerado.`, 'Inicie o serviço uma vez, com este DATA_DIR.')];
    }
    try {
      const host = new URL(config.publicOrigin).hostname;
      const opened = await openSeal({ given: config.seal, dataDir: config.dataDir, secrets, host }, new Date());
      return [works(opened, config.production), ...(await others(subject, opened))];
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      return [failed(NAME, error.message, 'Enquanto isso nada é concluído: docs/operations/processes.md, “Seals”.')];
    }
  },
};

const others = async (subject: Subject, opened: Seal): Promise<readonly Finding[]> => [
  validity(opened),
  ...(await Promise.all([chain(opened), inUse(subject, opened)])).flat(),
];

/** Opening it has sealed a small file and held the seal against its certificate. */
function works({ certificate, generated }: Seal, production: boolean): Finding {
  const { subject, algorithm, fingerprint } = certificate;
  const fact = `A chave (${algorithm}) selou um arquivo de teste, e o selo confere. ${subject}; impressão ${fingerprint.slice(0, 16)}….`;
  if (!generated || !production) return fine(NAME, fact);
  const advice = 'Para que alguém de fora o ateste, defina SEAL_P12_PATH com um certificado da sua instituição.';
  return warned(NAME, `${fact} Foi gerado aqui, e ninguém de fora o atesta.`, advice);
}

function validity({ certificate: { notAfter } }: Seal): Finding {
  const name = 'Selo: validade';
  const days = Math.floor((notAfter.getTime() - Date.now()) / DAY_MS);
  const fact = `Vence em ${notAfter.toISOString().slice(0, 10)}, daqui a ${days} dias.`;
  if (days >= EXPIRES_SOON_DAYS) return fine(name, fact);
  return warned(name, fact, 'Peça o novo certificado já: vencido, o serviço não inicia e nada é concluído.');
}

/** What the authorities of the chain say of each certificate (OCSP, CRL), and whether the chain ends in a root. */
async function chain({ certificate }: Seal): Promise<Finding[]> {
  const name = 'Selo: cadeia';
  const [leaf, ...above] = readRoots(certificate.pem);
  if (leaf === undefined) throw new Error('the seal has no certificate');
  if (leaf.subject === leaf.issuer) return [inapplicable(name, 'Autoassinado: não há autoridade que o revogue.')];
  const { client, begin } = createRevocationClient();
  begin();
  try {
    const { certificates, missing } = await new ValidationSource(client).about(leaf, above, new Date());
    const length = `${certificates.length} certificados`;
    if (missing.length === 0) return [fine(name, `Inteira (${length}), e nenhum foi revogado.`)];
    const advice =
      'Inclua no PKCS#12 os certificados acima do seu, e libere a saída para os endereços de OCSP e CRL deles.';
    return [warned(name, `${length}; não se pôde saber tudo: ${missing.join('; ')}.`, advice)];
  } catch (error) {
    if (!(error instanceof RevokedError)) throw error;
    const advice = 'Obtenha outro certificado e troque SEAL_P12_PATH; marque este: operador selo revogar.';
    return [failed(name, 'A autoridade revogou um certificado da cadeia.', advice)];
  }
}

async function inUse(subject: Subject, { certificate: { fingerprint } }: Seal): Promise<readonly Finding[]> {
  const name = 'Selo: em uso';
  return unlessReached(subject, name, async (sql) => {
    const rows = await sql<Columns<'selo_publicado', 'impressao' | 'revogado_em'>[]>`
      select impressao, revogado_em from selo_publicado
       where ambiente = 'PRODUCAO' and (impressao = ${fingerprint} or ate is null)`;
    if (rows.some(({ impressao, revogado_em }) => impressao === fingerprint && revogado_em !== null)) {
      return [failed(name, 'Foi revogado aqui (operador selo revogar).', 'Configure outro e reinicie.')];
    }
    const current = rows.find(({ revogado_em }) => revogado_em === null);
    if (!current) return [unverified(name, 'O serviço ainda não iniciou com selo nenhum.')];
    if (current.impressao === fingerprint) return [fine(name, 'É o que os processos usam.')];
    const advice = 'Reinicie todos os processos com o mesmo selo.';
    return [failed(name, `Os processos usam outro, de impressão ${current.impressao.slice(0, 16)}….`, advice)];
  });
}

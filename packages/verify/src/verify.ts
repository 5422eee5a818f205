import { checkEvidence, type Evidence, readEvidence } from './evidence.ts';
import { isPdf } from './pdf/file.ts';
import { Findings, moment, type Relatorio } from './report.ts';
import { checkSeal, type Seal } from './seal/check.ts';
import { checkSignedFile } from './signed-file.ts';
import { Unreadable } from './unreadable.ts';

export interface VerifyOptions {
  /** SHA-256, in hexadecimal, of further certificates of the institution that a re-issued certificate may be sealed with. */
  readonly acceptedSeals?: readonly string[];
}

/**
 * Checks a signed file and its completion certificate against each other and against themselves, with nothing but
 * their bytes: no network, no service, no clock.
 */
export async function verify(
  signed: Uint8Array,
  certificate: Uint8Array,
  { acceptedSeals = [] }: VerifyOptions = {},
): Promise<Relatorio> {
  const findings = new Findings();
  let evidence: Evidence | undefined;
  const readable =
    (await findings.check('ARQUIVO.PDF', 'O arquivo assinado é um PDF', () => {
      if (!isPdf(signed)) throw new Unreadable('não começa como um PDF');
      return 'começa como um PDF';
    })) &&
    (await findings.check('PACOTE.LEITURA', 'O certificado traz o pacote de evidências', async () => {
      if (!isPdf(certificate)) throw new Unreadable('não começa como um PDF');
      evidence = await readEvidence(certificate);
      return 'anexos conteudo.json e certificado.json';
    }));
  if (!readable || !evidence) {
    const selos = { assinado: null, certificado: null };
    return { resultado: 'ILEGIVEL', documento: null, selos, itens: findings.items, semComoConferir: [] };
  }
  await checkEvidence(evidence, findings);
  await checkSignedFile(signed, evidence.conteudo, findings);
  const seals = await checkSeals(signed, certificate, evidence, acceptedSeals, findings);
  const items = findings.items;
  return {
    resultado: items.every(({ confere }) => confere) ? 'CONFERE' : 'NAO_CONFERE',
    documento: describe(evidence),
    selos: {
      assinado: seals.assinado.certificate?.fingerprint ?? null,
      certificado: seals.certificado.certificate?.fingerprint ?? null,
    },
    itens: items,
    semComoConferir: limits(evidence, seals),
  };
}

function describe({ conteudo, registro }: Evidence): Relatorio['documento'] {
  return {
    titulo: conteudo.documento.titulo,
    id: conteudo.documento.id,
    codigoValidacao: conteudo.codigoValidacao,
    certificado: registro.codigo,
    versao: registro.versao,
    semValidade: conteudo.ambiente === 'TESTE',
  };
}

type Seals = Readonly<Record<'assinado' | 'certificado', Seal>>;

async function checkSeals(
  signed: Uint8Array,
  certificate: Uint8Array,
  { conteudo, registro }: Evidence,
  acceptedSeals: readonly string[],
  findings: Findings,
): Promise<Seals> {
  const named = conteudo.selo?.impressaoDigital ?? '';
  const other = 'é de outro certificado digital';
  const assinado = await checkSeal(
    {
      bytes: signed,
      file: 'ASSINADO',
      fingerprints: new Set([named]),
      otherwise: `${other}; o nomeado tem a impressão digital ${named || '(nenhuma)'}`,
      timestamped: Boolean(conteudo.selo?.carimboTempo),
    },
    findings,
  );
  // The package is frozen at completion: a certificate issued again may bear the seal that followed, which only the
  // reader can know to be the institution's.
  const renewed = `${other}. Um certificado reemitido depois de a instituição renovar o selo fica assim, e um forjado também: se a impressão digital deste selo é uma das que a instituição publica, repita a conferência informando-a`;
  const accepted = registro.versao > 1 ? acceptedSeals.map((value) => value.toLowerCase().replaceAll(':', '')) : [];
  const certificado = await checkSeal(
    {
      bytes: certificate,
      file: 'CERTIFICADO',
      fingerprints: new Set([named, ...accepted]),
      otherwise: registro.versao > 1 ? renewed : `${other}; o nomeado tem a impressão digital ${named || '(nenhuma)'}`,
      timestamped: false,
    },
    findings,
  );
  return { assinado, certificado };
}

/** What stays open however well everything fits: no program can tell it from the two files. */
function limits({ registro }: Evidence, seals: Seals): string[] {
  const { certificate, chain, located, timestamp } = seals.assinado;
  const open = [
    'Se algum certificado digital foi revogado: só quem o emitiu pode dizer.',
    'Se o que cada pessoa declarou é verdade: confere-se que as provas não mudaram desde que foram registradas.',
    'As palavras impressas nas páginas do certificado: estão sob o mesmo selo que o conteudo.json, que é o que se confere.',
  ];
  if (certificate && chain?.complete && chain.path.length === 1) {
    open.unshift(
      `Quem está por trás do selo: “${certificate.subjectText}” é um certificado que a própria instituição emitiu. Compare a impressão digital ${certificate.fingerprint} com a que ela publica.`,
    );
  } else if (certificate) {
    const top = chain?.path.at(-1)?.subjectText ?? certificate.issuerText;
    open.unshift(
      `Se “${top}”, de onde vem o certificado do selo, merece confiança: isso depende das autoridades em que você confia.`,
    );
  }
  if (!timestamp && located) {
    open.push(`A hora do selo, ${moment(located.at)}: sem carimbo de tempo, é a do relógio do serviço.`);
  }
  open.push(
    registro.versao > 1
      ? `A versão anterior do certificado, cujo hash é ${registro.hashAnterior}, e se já há outra mais nova.`
      : 'Se depois desta o serviço emitiu outra versão do certificado.',
  );
  return open;
}

import type { Evidence } from './package/read.ts';
import { moment } from './report.ts';
import type { Seals } from './seal/check.ts';

/**
 * What remains open however well everything fits, because no program can tell from the two files.
 * @param trusted whether the user named the seals
 */
export function limits({ registro }: Evidence, seals: Seals, trusted: boolean): string[] {
  const { certificate, chain, located, timestamp } = seals.assinado;
  const open = [
    'Se algum certificado digital foi revogado: só quem o emitiu pode dizer.',
    'Se o que cada pessoa declarou é verdade: confere-se que as provas não mudaram desde que foram registradas.',
    'O desenho dos campos sobre as páginas: está sob o selo, mas o que se confere são os valores, os rótulos e os lugares do conteudo.json. Compare-os.',
    'As palavras impressas nas páginas do certificado: estão sob o mesmo selo que o conteudo.json, que é o que se confere.',
  ];
  if (certificate && !trusted && chain?.complete && chain.path.length === 1) {
    open.unshift(
      `Quem está por trás do selo: “${certificate.subjectText}” é um certificado que a própria instituição emitiu. Compare a impressão digital ${certificate.fingerprint} com a que ela publica.`,
    );
  } else if (certificate && !trusted) {
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

import { createHash } from 'node:crypto';
import type { CertificateSigner, CertificateView } from '../src/index.ts';
import { SEALED_AT } from './tools.ts';

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const TIME = '21/11/2026 10:41:12 (UTC−03:00)';
export const CONTENT = Buffer.from('{"codigo":"SVC-7K2M-QX9A-4TBD"}');
export const ATTACHMENTS = [
  { name: 'conteudo.json', description: 'Pacote de evidências', bytes: CONTENT },
  { name: 'certificado.json', description: 'Hashes do certificado', bytes: Buffer.from('{"versao":1}') },
];

/** A certificate with this many signers and events and only the mandatory parts. */
export function plainView(signers: number, events: number, name = 'Maria Antônia de Souza'): CertificateView {
  return {
    code: 'SVC-7K2M-QX9A-4TBD',
    url: 'https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
    issuer: 'Rubrica',
    issuedAt: TIME,
    issuedOn: SEALED_AT,
    document: { name, id: '5b0c7d1e-6c4f-4a53-9f0e-0f4a6f6b5a11', pages: 7, sentBy: name, completedAt: TIME },
    level: { name: 'Assinatura eletrônica', explanation: 'O que o nível significa.' },
    hashes: { original: hash('original'), signed: hash('assinado') },
    signers: Array.from({ length: signers }, (_, i) => plainSigner(`${name} ${i}`)),
    events: Array.from({ length: events }, (_, i) => ({
      at: '21/11/2026 10:31:40 −03:00',
      what: 'Assinatura registrada',
      who: name,
      hash: hash(`evento ${i}`),
    })),
    chain: { first: hash('início'), explanation: ['Cada evento traz o hash do anterior.'] },
    record: { content: hash('conteúdo'), hash: hash('certificado') },
    legal: ['Medida Provisória nº 2.200-2/2001, art. 10, § 2º.'],
  };
}

function plainSigner(name: string): CertificateSigner {
  return {
    name,
    role: 'Parte',
    status: 'Assinou',
    contact: 'maria@exemplo.com.br (e-mail)',
    transactionId: '0196f1c8-7a10-7cc3-a2de-51a7c3b29e11',
    factors: [{ name: 'E-mail', fulfilledAt: TIME }, { name: 'SMS' }],
    steps: { sentAt: TIME, viewedAt: TIME, authenticatedAt: TIME, readAt: TIME, acceptedAt: TIME, signedAt: TIME },
    ip: '2804:14c:65a0:4c2a:1d1f:9a3b:7c5d:2e4f',
    port: 51244,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) '.repeat(3),
    location: 'São Paulo, SP, Brasil',
    locationPrecision: 'precisão de cidade',
  };
}

/** The same with everything a certificate can contain. */
export function fullView(signers: number, events: number, name?: string): CertificateView {
  const view = plainView(signers, events, name);
  return {
    ...view,
    operator: { name: 'Assinaturas do Vale Tecnologia Ltda.', document: 'CNPJ 11.222.333/0001-81' },
    sentByDocument: 'CNPJ 45.997.418/0001-53',
    sealFacts: {
      fingerprint: hash('selo'),
      issuer: 'AC Exemplo, Certificadora Exemplo S.A., BR',
      validity: 'de 01/01/2026 a 01/01/2029',
    },
    seal: 'PAdES B-LTA, com carimbo do tempo de AC do Tempo Exemplo',
    notes: ['a autoridade de carimbo do tempo não respondeu.'],
    senderFields: [
      { label: 'Preço (página 1)', value: 'R$ 1.000,00, à vista' },
      { label: 'Condições combinadas para a entrega e o pagamento (página 2)', value: 'Primeira linha\nsegunda linha' },
    ],
    activeContent: ['O arquivo enviado tinha um programa JavaScript (página 1), desarmado na selagem.'],
    signers: view.signers.map((signer) => ({
      ...signer,
      document: 'CPF 529.982.247-25',
      provenBy: [
        {
          factor: 'E-mail',
          value: 'maria@exemplo.com.br',
          at: TIME,
          how: 'abertura do link',
          elsewhere: 'em outro navegador (Safari 19, iOS (celular), IP 203.0.113.9)',
        },
      ],
      device: 'Firefox 145 no Linux',
      acceptance: `versão 1, SHA-256 ${hash('texto')}`,
      values: [
        { label: 'Cargo', value: 'Diretora' },
        { label: 'Data', value: '21/11/2026' },
      ],
      passedOn: [
        '20/11/2026 às 10:04: João Souza, que tinha provado E-mail (joao@exemplo.com.br), passou a assinatura a Maria',
      ],
      corrections: ['E-mail: de mria@exemplo.com.br para maria@exemplo.com.br'],
    })),
    acceptanceTexts: [
      { version: '1', hash: hash('texto'), text: `Declaro que li o documento.\n\n${'Concordo com ele. '.repeat(20)}` },
    ],
    references: [
      { name: 'Lei nº 14.063/2020, art. 4º', text: 'Distingue assinatura simples, avançada e qualificada. '.repeat(3) },
      { name: 'CPC, art. 411, II', text: 'Quando se considera autêntico um documento.' },
    ],
  };
}

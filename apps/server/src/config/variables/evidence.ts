import { resolve } from 'node:path';
import {
  address,
  brCodeText,
  type ClamdAddress,
  clamdUrl,
  integer,
  MAX_WITNESSES,
  type MasterKey,
  masterKeys,
  networks,
  operatorName,
  pixKey,
  taxId,
  type WitnessAddress,
  witnesses,
} from '../values.ts';
import { variable } from '../variable.ts';

const timeAuthority = address(['http:', 'https:'], 'https://tsa.exemplo/caminho (vários se separam por espaço)');

const PIX_NAME_MAX_CHARS = 25;
const PIX_CITY_MAX_CHARS = 15;

/** What security and evidence depend on. */
export const EVIDENCE = {
  CLAMD_URL: variable<ClamdAddress | null>({
    about: 'The ClamAV daemon that scans every received file.',
    form: '`tcp://host:port` (3310 if omitted) or `unix:/path`',
    example: 'tcp://clamd:3310',
    parse: clamdUrl,
    otherwise: () => null,
    unset: 'only the structure of a PDF is checked',
    production: { standIn: 'scanner', instead: 'a verificação estrutural sem antivírus' },
  }),
  MASTER_KEY: variable<readonly MasterKey[] | null>({
    about:
      'The key behind links, codes and encrypted secrets. Store it apart from the database, together with every older one: see [how to change it](processes.md#change-the-master-key).',
    form: '32 bytes in hexadecimal or base64 (`openssl rand -base64 32`), or pairs `id:key` separated by commas, the first for new rows',
    // Not a valid key: a key printed anywhere must not be used.
    example: '2026a:…',
    parse: masterKeys,
    otherwise: () => null,
    unset: 'one is generated in `DATA_DIR/master.key`',
    secret: true,
    production: { standIn: 'keys', instead: 'uma chave gerada em DATA_DIR' },
  }),
  SEAL_P12_PATH: variable<string | null>({
    about: "The institution's key file (PKCS #12), used to seal finished documents.",
    form: 'a path',
    example: '/run/secrets/seal.p12',
    parse: (text) => resolve(text),
    otherwise: () => null,
    unset: 'a self-signed one is generated in `DATA_DIR/seal.p12`',
    production: { standIn: 'keys', instead: 'um certificado gerado em DATA_DIR' },
  }),
  SEAL_P12_PASSWORD: variable({
    about: 'The password of `SEAL_P12_PATH`.',
    form: 'text',
    example: 'senha-do-selo',
    parse: (text) => text,
    otherwise: () => '',
    unset: 'the file is opened without a password',
    secret: true,
    onlyWith: 'SEAL_P12_PATH',
  }),
  TSA_URL: variable<readonly string[]>({
    about:
      'Time-stamping authorities (RFC 3161) for production documents, tried in this order; user and password go in the address. See [seals and time stamps](processes.md#seals-and-time-stamps).',
    form: '`http` or `https` addresses separated by spaces',
    example: 'https://tsa.exemplo.com.br/tsr',
    parse: (text) => text.split(/\s+/).map(timeAuthority),
    otherwise: () => [],
    unset: 'files are not time-stamped',
    secret: true,
  }),
  TSA_ROOTS: variable<string | null>({
    about: "Certificates (PEM), one of which a time-stamping authority's chain must reach.",
    form: 'a path',
    example: '/etc/rubrica/tsa.pem',
    parse: (text) => resolve(text),
    otherwise: () => null,
    unset: 'any authority at `TSA_URL` is accepted',
    onlyWith: 'TSA_URL',
  }),
  WITNESSES: variable<readonly WitnessAddress[]>({
    about:
      'Who is asked to cosign the checkpoints of the open log (C2SP tlog-witness): without anybody, only the operator says what it holds. See [the open log](open-log.md).',
    form: 'pairs of a verifier key and an address, separated by commas',
    example: 'testemunha.exemplo/w1+4436f26c+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f https://testemunha.exemplo',
    parse: witnesses,
    otherwise: () => [],
    unset: 'checkpoints bear the log’s own signature alone',
  }),
  WITNESS_QUORUM: variable<number | null>({
    about: 'How many of `WITNESSES` must have cosigned a checkpoint, by the policy that the installation publishes.',
    form: 'an integer from 1 to their number',
    example: '1',
    parse: integer(1, MAX_WITNESSES),
    otherwise: () => null,
    unset: 'more than half of them',
    onlyWith: 'WITNESSES',
  }),
  TRUST_PROXY: variable({
    about:
      'Networks of the proxies whose `X-Forwarded-*` headers are trusted. Behind a proxy that is not listed here, every signature is recorded with the address of the proxy; a network wider than the proxies lets signers choose their own. See [the proxy in front](internet.md#the-proxy-in-front).',
    form: 'IP addresses and networks separated by commas',
    example: '10.0.0.5,10.1.0.0/16',
    parse: networks,
    otherwise: () => [],
    unset: 'no proxy is trusted',
  }),
};

/** Who runs the installation. */
export const OPERATOR = {
  OPERATOR_NAME: variable<string | null>({
    about: 'Who runs this installation, as named on certificates.',
    form: 'up to 200 characters on one line',
    example: 'Cartório Acácia',
    parse: operatorName,
    otherwise: () => null,
    unset: 'nobody is named',
  }),
  OPERATOR_DOCUMENT: variable<string | null>({
    about: 'Their CNPJ or CPF.',
    form: 'a CNPJ or CPF, with or without punctuation',
    example: '11.222.333/0001-81',
    parse: taxId,
    otherwise: () => null,
    unset: 'only the name is given',
    onlyWith: 'OPERATOR_NAME',
  }),
  PIX_KEY: variable<string | null>({
    about: 'The Pix key that receives payments of invoices. See [plans and invoices](plans.md#take-payments-by-pix).',
    form: 'a CPF or CNPJ, a phone as `+5511987654321`, an e-mail or a random key',
    example: '11.222.333/0001-81',
    parse: pixKey,
    otherwise: () => null,
    unset: 'invoices have no payment page',
    together: 'o Pix',
  }),
  PIX_NAME: variable<string | null>({
    about: 'The recipient, as banks show it.',
    form: `up to ${PIX_NAME_MAX_CHARS} ASCII characters`,
    example: 'Cartorio Acacia',
    parse: brCodeText(PIX_NAME_MAX_CHARS),
    otherwise: () => null,
    unset: 'see `PIX_KEY`',
    together: 'o Pix',
  }),
  PIX_CITY: variable<string | null>({
    about: 'The city of the recipient.',
    form: `up to ${PIX_CITY_MAX_CHARS} ASCII characters`,
    example: 'Sao Paulo',
    parse: brCodeText(PIX_CITY_MAX_CHARS),
    otherwise: () => null,
    unset: 'see `PIX_KEY`',
    together: 'o Pix',
  }),
};

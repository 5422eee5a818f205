import { type Static, type TUnsafe, Type } from 'typebox';
import { ConteudoCertificadoV1 } from './certificado-v1.ts';
import { ConteudoCertificadoV2 } from './certificado-v2.ts';
import { Enum } from './enums.ts';
import * as example from './example-values.ts';
import { dateTime, exampleOf, named, nullable, ref, sha256, text, uri, uuid } from './kit.ts';

export type ConteudoCertificado = ConteudoCertificadoV1 | ConteudoCertificadoV2;
export const ConteudoCertificado: TUnsafe<ConteudoCertificado> = Type.Unsafe<ConteudoCertificado>({
  $id: 'ConteudoCertificado',
  anyOf: [ref(ConteudoCertificadoV2), ref(ConteudoCertificadoV1)],
  description:
    'O pacote de evidências, congelado na emissão. `esquema`, fixado quando o documento é enviado, diz qual dos formatos.',
  examples: [exampleOf(ConteudoCertificadoV2)],
});

export const Certificado = named(
  'Certificado',
  {
    id: uuid(),
    codigo: text({ pattern: '^SVC-CERT-[0-9A-Z]{10}$' }),
    versao: Type.Integer({ minimum: 1 }),
    nivelAssinatura: ref(Enum.NivelAssinatura),
    hashDocumento: sha256('Do arquivo assinado.'),
    hashConteudo: sha256('Do pacote de evidências em forma canônica.'),
    hashAnterior: nullable(sha256(), { description: 'Hash da versão anterior; nulo na primeira.' }),
    hash: sha256('Elo desta versão.'),
    emitidoEm: dateTime(),
    arquivoUrl: uri('O PDF do certificado, com a mesma credencial desta chamada.'),
    qrConteudo: text({}, 'O que o código QR traz.'),
    conteudo: ref(ConteudoCertificado),
  },
  {
    description: 'Certificado de conclusão. Reemitir cria uma versão nova, ligada à anterior por hash.',
    examples: [
      {
        id: example.OTHER_ID,
        codigo: example.CERTIFICATE_CODE,
        versao: 1,
        nivelAssinatura: 'SEGURA',
        hashDocumento: example.HASH_ASSINADO,
        hashConteudo: example.HASH_TEXTO,
        hashAnterior: null,
        hash: example.HASH_EVENTO,
        emitidoEm: '2026-11-03T17:26:49.300Z',
        arquivoUrl: `${example.BASE_URL}/documentos/${example.DOCUMENTO_ID}/arquivo?tipo=CERTIFICADO`,
        qrConteudo: `${example.PUBLIC_URL}/validar/${example.VALIDATION_CODE}`,
        conteudo: exampleOf(ConteudoCertificadoV2),
      },
    ],
  },
);
export type Certificado = Static<typeof Certificado>;

/** `certificado.json`, embedded in the certificate's PDF beside `conteudo.json`: what identifies this version. */
export type RegistroCertificado = Pick<
  Certificado,
  'codigo' | 'versao' | 'hashConteudo' | 'hashAnterior' | 'hash' | 'emitidoEm'
>;

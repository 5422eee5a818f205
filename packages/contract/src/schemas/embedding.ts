import { type Static, Type } from 'typebox';
import { URL_MAX_CHARS } from '../limits.ts';
import { Enum } from './enums.ts';
import { DOCUMENTO_ID } from './example-values.ts';
import { dateTime, named, ref, text, uri, uuid } from './kit.ts';
import { urlRetorno } from './signatario.ts';

const origem = text(
  { minLength: 1, maxLength: URL_MAX_CHARS },
  'A da página que vai mostrar esta, uma das `origensPermitidas` da organização.',
);

export const LinkIncorporadoEntrada = named(
  'LinkIncorporadoEntrada',
  {
    origem,
    urlRetorno: Type.Optional(urlRetorno),
  },
  { examples: [{ origem: 'https://app.acacia.exemplo.com.br' }] },
);
export type LinkIncorporadoEntrada = Static<typeof LinkIncorporadoEntrada>;

export const EdicaoEntrada = named(
  'EdicaoEntrada',
  { origem },
  { examples: [{ origem: 'https://app.acacia.exemplo.com.br' }] },
);
export type EdicaoEntrada = Static<typeof EdicaoEntrada>;

export const LinkIncorporado = named(
  'LinkIncorporado',
  {
    url: uri('Para o `iframe` da sua página, ou `link` de `<rubrica-assinatura>` ou `<rubrica-editor>`. Abre uma vez.'),
    expiraEm: dateTime('Até quando pode ser aberto.'),
  },
  {
    examples: [
      { url: 'http://localhost:3000/incorporar/OneSessionInAnotherPage', expiraEm: '2026-11-03T17:40:00.000Z' },
    ],
  },
);
export type LinkIncorporado = Static<typeof LinkIncorporado>;

export const SessaoIncorporadaEntrada = named(
  'SessaoIncorporadaEntrada',
  {
    chave: text(
      { pattern: '^[A-Za-z0-9_-]{22,64}$' },
      'Ao acaso, de quem abre: só ela recebe a sessão outra vez, quando a página é recarregada.',
    ),
  },
  { examples: [{ chave: 'AtLeastOneHundredAndTwentyEightBits' }] },
);
export type SessaoIncorporadaEntrada = Static<typeof SessaoIncorporadaEntrada>;

export const SessaoIncorporada = named(
  'SessaoIncorporada',
  {
    token: text({}, 'Para as operações de `/assinatura/{token}`.'),
    origem: text({}, 'A única página que pode mostrar esta.'),
    expiraEm: dateTime('Quando a sessão acaba.'),
  },
  {
    examples: [
      {
        token: 'SigningTokenOfThePerson',
        origem: 'https://app.acacia.exemplo.com.br',
        expiraEm: '2026-11-03T19:25:00.000Z',
      },
    ],
  },
);
export type SessaoIncorporada = Static<typeof SessaoIncorporada>;

export const SessaoDeEdicao = named(
  'SessaoDeEdicao',
  {
    token: text({}, 'Como `Authorization: Bearer`, só para este documento e só enquanto é rascunho.'),
    documentoId: uuid(),
    ambiente: ref(Enum.Ambiente),
    origem: text({}, 'A única página que pode mostrar esta.'),
    expiraEm: dateTime('Quando a sessão acaba.'),
  },
  {
    examples: [
      {
        token: 'svc_edicao_TokenOfTheEditorForOneDocument',
        documentoId: DOCUMENTO_ID,
        ambiente: 'PRODUCAO',
        origem: 'https://app.acacia.exemplo.com.br',
        expiraEm: '2026-11-03T19:25:00.000Z',
      },
    ],
  },
);
export type SessaoDeEdicao = Static<typeof SessaoDeEdicao>;

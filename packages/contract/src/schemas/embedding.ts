import { type Static, Type } from 'typebox';
import { URL_MAX_CHARS } from '../limits.ts';
import { dateTime, named, text, uri } from './kit.ts';
import { urlRetorno } from './signatario.ts';

export const LinkIncorporadoEntrada = named(
  'LinkIncorporadoEntrada',
  {
    origem: text(
      { minLength: 1, maxLength: URL_MAX_CHARS },
      'A da página que vai mostrar a assinatura, uma das `origensPermitidas` da organização.',
    ),
    urlRetorno: Type.Optional(urlRetorno),
  },
  { examples: [{ origem: 'https://app.acacia.exemplo.com.br' }] },
);
export type LinkIncorporadoEntrada = Static<typeof LinkIncorporadoEntrada>;

export const LinkIncorporado = named(
  'LinkIncorporado',
  {
    url: uri('Para o `iframe` da sua página, ou `link` de `<rubrica-assinatura>`. Abre uma vez.'),
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

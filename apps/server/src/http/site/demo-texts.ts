import type { Language } from '@rubrica/web/kit/languages';
import type { DemoWords } from '../../modules/demo/index.ts';

/** The document of example, and what is said where there is none. */
export interface DemoTexts {
  readonly words: DemoWords;
  readonly title: string;
  readonly refused: Readonly<Record<'address' | 'full', string>>;
  readonly meanwhile: string;
}

export const DEMO_TEXTS: Readonly<Record<Language, DemoTexts>> = {
  'pt-BR': {
    words: {
      idioma: 'pt-BR',
      titulo: 'Contrato de exemplo',
      mensagem: 'Este contrato é só para experimentar: assinar não obriga ninguém a nada. Em 24 horas tudo é apagado.',
      nome: 'Visitante',
    },
    title: 'Agora não dá para assinar outro exemplo',
    refused: {
      address: 'Deste endereço já foram abertos vários exemplos. Tente de novo mais tarde.',
      full: 'Muita gente está experimentando ao mesmo tempo. Tente de novo daqui a alguns minutos.',
    },
    meanwhile: 'Com uma conta, que é grátis para começar, você assina e envia os seus próprios documentos.',
  },
  en: {
    words: {
      idioma: 'en',
      titulo: 'Sample contract',
      mensagem:
        'This contract is only for trying things out: signing it binds nobody. In 24 hours everything is erased.',
      nome: 'Visitor',
    },
    title: 'No other example can be signed right now',
    refused: {
      address: 'Several examples were opened from this address already. Try again later.',
      full: 'Many people are trying it at the same time. Try again in a few minutes.',
    },
    meanwhile: 'With an account, which is free to begin with, you sign and send documents of your own.',
  },
  es: {
    words: {
      idioma: 'es',
      titulo: 'Contrato de ejemplo',
      mensagem: 'Este contrato es solo para probar: firmarlo no obliga a nadie a nada. En 24 horas se borra todo.',
      nome: 'Visitante',
    },
    title: 'Ahora no se puede firmar otro ejemplo',
    refused: {
      address: 'Desde esta dirección ya se abrieron varios ejemplos. Inténtelo de nuevo más tarde.',
      full: 'Mucha gente está probando al mismo tiempo. Inténtelo de nuevo en unos minutos.',
    },
    meanwhile: 'Con una cuenta, gratis para empezar, firma y envía sus propios documentos.',
  },
};

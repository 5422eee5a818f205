/** Importing this makes `<rubrica-assinatura>` known. */
import { define, RubricaFrame } from './frame.ts';

export type { RubricaEventos } from './frame.ts';

/** `<rubrica-assinatura link="…">`: the page on which a person signs, inside of another page. */
export class RubricaAssinatura extends RubricaFrame {
  protected readonly defaultTitle = 'Assinatura do documento';
}

declare global {
  interface HTMLElementTagNameMap {
    'rubrica-assinatura': RubricaAssinatura;
  }
}

define('rubrica-assinatura', RubricaAssinatura);

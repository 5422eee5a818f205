/** Importing this makes `<rubrica-assinatura>` and `<rubrica-editor>` known. */
import { define, RubricaFrame } from './frame.ts';

export type { RubricaEventos } from './frame.ts';

/** `<rubrica-assinatura link="…">`: the page on which a person signs, inside of another page. */
export class RubricaAssinatura extends RubricaFrame {
  protected readonly defaultTitle = 'Assinatura do documento';
}

/** `<rubrica-editor link="…">`: the editor of a draft, inside of another page. */
export class RubricaEditor extends RubricaFrame {
  protected readonly defaultTitle = 'Editor do documento';
}

declare global {
  interface HTMLElementTagNameMap {
    'rubrica-assinatura': RubricaAssinatura;
    'rubrica-editor': RubricaEditor;
  }
}

define('rubrica-assinatura', RubricaAssinatura);
define('rubrica-editor', RubricaEditor);

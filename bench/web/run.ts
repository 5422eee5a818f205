import { runSigningPageBench, type SigningPageFigures, signingPageSection } from './assinatura/run.ts';
import { type EditorFigures, editorSection, runEditorBench } from './editor/run.ts';

/** What the pages weigh and how soon they are there, in a real browser. */
export interface WebFigures {
  readonly assinatura: SigningPageFigures;
  readonly editor: EditorFigures;
}

export async function runWebBench(): Promise<WebFigures> {
  return { assinatura: await runSigningPageBench(), editor: await runEditorBench() };
}

/** The figures as sections of the report. */
export const webSections = ({ assinatura, editor }: WebFigures): string[] => [
  signingPageSection(assinatura),
  editorSection(editor),
];

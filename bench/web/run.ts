import { runSigningPageBench, type SigningPageFigures, signingPageSection } from './assinatura/run.ts';
import { type EditorFigures, editorSection, runEditorBench } from './editor/run.ts';
import { type ListFigures, listPageSection, runListPageBench } from './list/run.ts';

/** The pages' size, how soon they are ready and whether they keep up with input, in a real browser. */
export interface WebFigures {
  readonly assinatura: SigningPageFigures;
  readonly editor: EditorFigures;
  readonly list: ListFigures;
}

export async function runWebBench(): Promise<WebFigures> {
  return {
    editor: await runEditorBench(),
    list: await runListPageBench(),
    assinatura: await runSigningPageBench(),
  };
}

/** The figures as sections of the report. */
export const webSections = ({ assinatura, editor, list }: WebFigures): string[] => [
  signingPageSection(assinatura),
  editorSection(editor),
  listPageSection(list),
];

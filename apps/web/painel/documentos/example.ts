import url from '../../../../packages/pdf/samples/contrato-exemplo.pdf?url';

/** The sample contract that comes with the panel, as a file somebody might have chosen. */
export async function sampleFile(): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`the sample: ${answer.status}`);
  return new File([await answer.blob()], 'contrato-exemplo.pdf', { type: 'application/pdf' });
}

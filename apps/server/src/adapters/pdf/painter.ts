import { readFileSync } from 'node:fs';
import type { ReceivedFile } from '../../core/pdf.ts';
import { inkOfPages, pictureOfPage } from './drawing.ts';
import type { InkJob, PreviewJob } from './jobs.ts';
import { assertReceived } from './received.ts';
import { serveTasks } from './serving.ts';

function read({ path, sha256 }: ReceivedFile): Uint8Array {
  const bytes = readFileSync(path);
  assertReceived(bytes, sha256);
  return bytes;
}

/** The program of a drawing worker: it loads nothing else, so that the first picture does not wait for the rest. */
serveTasks(async () => {}, {
  async preview({ width, page, ...file }: PreviewJob) {
    return pictureOfPage(read(file), width, page);
  },
  async ink({ from, most, ...file }: InkJob) {
    return inkOfPages(read(file), { from, most });
  },
});

import { readFileSync } from 'node:fs';
import { drawFirstPage, inkOfPages } from './pdf-drawing.ts';
import type { InkJob, PreviewJob } from './pdf-jobs.ts';
import { serveTasks } from './pdf-serving.ts';

/** The program of a worker that draws: it loads nothing else, so that the first picture does not wait for the rest. */
serveTasks(async () => {}, {
  async preview({ path, width }: PreviewJob) {
    return drawFirstPage(readFileSync(path), width);
  },
  async ink({ path, ...pages }: InkJob) {
    return inkOfPages(readFileSync(path), pages);
  },
});

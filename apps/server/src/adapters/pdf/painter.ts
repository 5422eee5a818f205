import { readFileSync } from 'node:fs';
import { inkOfPages, pictureOfPage } from './drawing.ts';
import type { InkJob, PreviewJob } from './jobs.ts';
import { serveTasks } from './serving.ts';

/** The program of a drawing worker: it loads nothing else, so that the first picture does not wait for the rest. */
serveTasks(async () => {}, {
  async preview({ path, width, page }: PreviewJob) {
    return pictureOfPage(readFileSync(path), width, page);
  },
  async ink({ path, ...pages }: InkJob) {
    return inkOfPages(readFileSync(path), pages);
  },
});

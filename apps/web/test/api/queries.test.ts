import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { createQueries } from '../../painel/api/queries.ts';

it('reads again what was being read for the first time when something changed', async () => {
  const queries = createQueries();
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['clientes', 'ana'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  });
  onTestFinished(observer.subscribe(() => {}));
  await expect.poll(() => answers.length).toBe(1);
  const changed = queries.invalidateQueries({ queryKey: ['clientes'] });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.('before');
  answers[1]?.('after');
  await changed;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
});

it('lets somebody who waits for the first reading have the second', async () => {
  const queries = createQueries();
  let readings = 0;
  const release = Promise.withResolvers<void>();
  const options = {
    queryKey: ['eu'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      readings += 1;
      if (readings > 1) return 'after';
      await release.promise;
      signal.throwIfAborted();
      return 'before';
    },
  };
  const observer = new QueryObserver(queries, options);
  onTestFinished(observer.subscribe(() => {}));
  const awaited = queries.fetchQuery(options);
  await queries.invalidateQueries();
  release.resolve();
  expect(await awaited).toBe('after');
});

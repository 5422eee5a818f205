/** `packages/contract/src/rules/sandbox.ts` in English. */
export const SANDBOX = {
  clockOneOfTwo: 'State segundos or ate: one of the two, and only one.',
  clockNeverBack: 'The clock is past that moment already; only a reset brings it back.',
  clockTooFar: 'The clock may be at most {n} days ahead of the real time.',
  clockStillMoving: 'The clock is still on its way: what falls due until then goes on being done. Ask for it shortly.',
  clockStillBusy:
    'The sandbox is still doing what was asked for before, and the clock did not go back. Try again in a moment.',
  clockHoldsDocuments:
    'There are test documents with events later than the real time ({n}): delete them, or empty the sandbox, and the clock goes back.',
};

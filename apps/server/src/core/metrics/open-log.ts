import type { MetricTable } from './row.ts';

/** What is measured of the open log (ADR 0085). */

const ENVIRONMENT = ['PRODUCAO', 'TESTE'] as const;
const SAME = 'The same in every process, because it is read from the database: take the maximum.';

export const OPEN_LOG = {
  rubrica_open_log_leaves: {
    type: 'gauge',
    unit: null,
    help: 'Leaves of the open log that grows, by environment',
    labels: { environment: ENVIRONMENT },
    act: `${SAME} It never shrinks, but for a restore, after which another log begins.`,
  },
  rubrica_open_log_oldest_leaf_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long the oldest leaf that is not in the open log yet has been waiting, by environment; 0 without one',
    labels: { environment: ENVIRONMENT },
    act: 'A second or two is normal. The sweep `ordenar-registro` stands still or fails: see the alert RubricaOpenLogStandsStill.',
  },
  rubrica_open_log_checkpoint_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How old the checkpoint that is shown is while something waits for a newer one, by environment; 0 while nothing does',
    labels: { environment: ENVIRONMENT },
    act: 'Grows with the age of the oldest leaf. Alone, a head was signed and is not shown: look for `sweep failed` in the log.',
  },
  rubrica_open_log_cosignatures_total: {
    type: 'counter',
    unit: null,
    help: 'Cosignatures that witnesses of the open log were asked for, by witness and outcome',
    labels: { witness: 'the name of a key in WITNESSES', outcome: ['obtained', 'failed'] },
    act: 'The log has the cause under `a witness did not cosign the open log`; `operador doutor` asks each.',
  },
  rubrica_open_log_quorum_missing_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'For how long, as this process saw it, what the log of production shows lacks the cosignatures of WITNESS_QUORUM; 0 if it has them',
    labels: {},
    act: 'Whoever demands the quorum does not accept new proofs meanwhile. See which witness fails.',
  },
  rubrica_open_log_unstamped_day_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long ago the oldest day without a time stamp ended, by environment; 0 if each has one, or nobody is configured to give them',
    labels: { environment: ENVIRONMENT },
    act: 'It is tried again each minute for seven days. The log has the cause; `operador doutor --so carimbo` asks the authority.',
  },
  rubrica_open_log_contradictions_total: {
    type: 'counter',
    unit: null,
    help: 'Acts told to the open log twice, differently: anything above 0 is an alarm',
    labels: {},
    act: 'See the alert of that name.',
  },
} as const satisfies MetricTable;

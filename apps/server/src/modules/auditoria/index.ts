export {
  type AuditEntry,
  type ChainedEvent,
  chainEvent,
  composeEvent,
  insertLinks,
  listTrail,
  lockHead,
  readTrail,
  recordEvent,
  recordEvents,
  startTrail,
  type TrailHead,
} from './trilha.ts';

import { migrateAlone } from './compose/migrate.ts';
import { runProcess } from './compose/process.ts';
import { readConfig } from './config/index.ts';

/** Brings the database to the newest version and ends: `ROLES=migrate`. */
runProcess((run) => migrateAlone(readConfig(), run));

import { migrateAlone } from './compose/migrate.ts';
import { runProcess } from './compose/process.ts';
import { readConfig } from './config/index.ts';

/** Migrates the database to the newest version and exits: `ROLES=migrate`. */
runProcess((run) => migrateAlone(readConfig(), run));

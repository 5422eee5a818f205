export { type ExportDeps, exportar, GATHER_DATA } from './exportar.ts';
export { expurgar, type Forecast, type PurgeDeps, type Purged, preverExpurgo } from './expurgar.ts';
export { type LgpdDeps, lgpdHandlers } from './routes.ts';
export { lgpdSweeps } from './varreduras.ts';

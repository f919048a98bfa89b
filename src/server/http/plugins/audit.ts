import type { FastifyRequest } from 'fastify';
import { listResponseSchema } from '#shared/api.ts';
import {
  type AuditOutcome,
  auditEntrySchema,
  auditExportQuerySchema,
  audit as auditLog,
  auditQuerySchema,
} from '#shared/audit.ts';

import { mimeTypes } from '../../../spreadsheet/write.ts';
import { listAudit, streamAudit } from '../../audit/list.ts';
import type { Audit } from '../../audit/record.ts';
import { FailedAttemptError } from '../../auth/login-limits.ts';
import type { Database } from '../../database/tables.ts';
import { exportColumns } from '../../export/columns.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Exporter } from '../export-route.ts';
import { type App, addRoute, fileResponse } from '../route.ts';

const access = { resource: auditLog.name, action: 'read' } as const;

const columns = exportColumns(auditLog).filter(({ key }) => key !== 'updatedAt');

const isFailedAttempt = (error: unknown): boolean =>
  error instanceof FailedAttemptError || (error instanceof AppError && error.code === 'tooMany');

/** Records the requests of routes that have an event: those that succeed, and attempts with a wrong password or code. */
export const addAuditEvents = (app: App, audit: Audit): void => {
  const record = (request: FastifyRequest, outcome: AuditOutcome) => {
    const { config, url } = request.routeOptions;
    if (!config.event || !request.active) return;
    const { id } = request.params as { id?: string };
    audit.record({
      event: config.event,
      outcome,
      address: request.ip,
      userId: request.active.session.userId,
      subjectId: url?.startsWith('/v1/user/:id/') && id !== undefined ? id : null,
    });
  };
  app.addHook('onError', async (request, _reply, error) => {
    if (isFailedAttempt(error)) record(request, 'failure');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) record(request, 'success');
  });
};

export const addAudit = (
  app: App,
  { database, audit, exporter }: { database: Database; audit: Audit; exporter: Exporter },
): void => {
  addRoute(app, {
    url: 'GET /v1/audit',
    access,
    summary: 'List audit entries, newest first, by event, outcome, user and time',
    query: auditQuerySchema,
    response: listResponseSchema(auditEntrySchema),
    handle: async ({ query }) => {
      await audit.flush();
      return {
        message: 'Audit entries found',
        ...(await listAudit(database, query)),
      };
    },
  });

  addRoute(app, {
    url: 'GET /v1/audit/export',
    exposeHeadRoute: false,
    access,
    summary: 'Export audit entries as XLSX or CSV, with the filters and sort order of the list',
    query: auditExportQuerySchema,
    response: fileResponse('The exported file', Object.values(mimeTypes)),
    handle: async (request, _active, reply) => {
      const { format, ...criteria } = request.query;
      return exporter.sendExport(
        { request, reply },
        { resource: auditLog, format, columns, records: () => streamAudit(database, criteria) },
      );
    },
  });
};

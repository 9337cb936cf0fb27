import { describe, expect, test } from 'vitest';
import { databaseOf, joined } from '../test/exports.js';
import { MEMORY_OPERATION, openExport, RANGE_KIND } from './index.js';

const MEMORY = `CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER,
  deviceId INTEGER, contextId INTEGER, address INTEGER, pc INTEGER, bytes INTEGER, memKind INTEGER,
  memoryOperationType INTEGER, name TEXT, correlationId INTEGER, streamId INTEGER,
  localMemoryPoolAddress INTEGER, localMemoryPoolReleaseThreshold INTEGER,
  localMemoryPoolSize INTEGER, localMemoryPoolUtilizedSize INTEGER);`;

describe('memory events', () => {
  test('are exact to the bit, in the order of time', async () => {
    const path = await databaseOf(`${MEMORY}
      INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES
      (1779630014975716427, -16777216, 1, 3, -2, 0, 256, 2, 0, NULL, 5, 7, -1, 0, 512, 256),
      (1779630014975716426, 281476838981632, 0, 1, 9007199254740993, 0, 8, 1, 1, 'x', NULL, NULL, NULL, NULL, NULL, NULL),
      (1779630014975716426, 281476838981632, 0, 1, 16, 0, 8, 99, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (0, 281476838981632, 0, 1, 16, 0, 8, 5, 0, 'table', NULL, NULL, 0, NULL, NULL, NULL)`);
    const exported = openExport(path);
    const events = joined(exported.memoryEvents({ batchRows: 3 }));
    expect(events).toEqual({
      count: 4,
      startNs: [0n, 1779630014975716426n, 1779630014975716426n, 1779630014975716427n],
      process: [0, 0, 0, 1],
      deviceId: [0, 0, 0, 1],
      contextId: [1, 1, 1, 3],
      addressLow: [16, 1, 16, 0xfffffffe],
      addressHigh: [0, 0x200000, 0, 0xffffffff],
      bytes: [8, 8, 8, 256],
      kind: [0, 1, 2, 3],
      operation: [
        MEMORY_OPERATION.allocation,
        MEMORY_OPERATION.release,
        MEMORY_OPERATION.other,
        MEMORY_OPERATION.allocation,
      ],
      correlationId: [Number.NaN, Number.NaN, Number.NaN, 5],
      streamId: [Number.NaN, Number.NaN, Number.NaN, 7],
      pool: [-1, -1, -1, 0],
      poolBytes: [Number.NaN, Number.NaN, Number.NaN, 512],
      poolUsedBytes: [Number.NaN, Number.NaN, Number.NaN, 256],
      variable: [0, 1, -1, -1],
    });
    expect(exported.memoryKinds).toEqual(['Device Static', 'Pinned', '99', 'Device']);
    expect(exported.variables).toEqual(['table', 'x']);
    expect(exported.pools).toEqual([0xffff_ffff_ffff_ffffn]);
    expect(exported.processes).toMatchObject([
      { vmId: 1, processId: 111, hardwareId: 0, name: null },
      { vmId: 255, processId: 0xffffff, hardwareId: 255 },
    ]);
    exported.close();
  });

  test('have what the export itself calls an allocation', async () => {
    const path = await databaseOf(`${MEMORY}
      CREATE TABLE ENUM_CUDA_DEV_MEM_EVENT_OPER(id INTEGER, name TEXT, label TEXT);
      INSERT INTO ENUM_CUDA_DEV_MEM_EVENT_OPER VALUES (14, 'CUDA_DEV_MEM_EVENT_OPR_ALLOCATION', ''),
        (15, 'CUDA_DEV_MEM_EVENT_OPR_DEALLOCATION', '');
      INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, address, bytes, memoryOperationType)
        VALUES (1, 1, 1, 1, 14), (2, 1, 1, 1, 15), (3, 1, 1, 1, 0)`);
    const exported = openExport(path);
    const { allocation, release, other } = MEMORY_OPERATION;
    const { operation } = joined(exported.memoryEvents());
    expect(operation).toEqual([allocation, release, other]);
    exported.close();
  });

  test('need few columns', async () => {
    const path = await databaseOf(
      `CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, address, bytes, memoryOperationType);
       INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (1, 281476838981632, 16, 8, 0)`,
    );
    const exported = openExport(path);
    const { NaN: none } = Number;
    expect(joined(exported.memoryEvents())).toMatchObject({
      ...{ deviceId: [none], contextId: [none], kind: [-1], correlationId: [none] },
      ...{ streamId: [none], pool: [-1], poolBytes: [none], variable: [-1] },
    });
    expect([exported.productVersion, exported.schemaVersion, exported.clock]).toEqual([
      ...[null, null, null],
    ]);
    exported.close();
  });
});

const TID = 281476838981743n;
const NVTX = `CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
  CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT,
    globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER);`;

describe('ranges', () => {
  test('have names, domains and threads, however they are written', async () => {
    const path = await databaseOf(`${NVTX}
      INSERT INTO StringIds VALUES (7, 'registered'), (8, 'ucx');
      INSERT INTO NVTX_EVENTS VALUES
      (1, NULL, 75, NULL, ${TID}, NULL, 8, 3),
      (1, NULL, 75, 'nccl', ${TID + 0x1000000n}, NULL, NULL, 3),
      (1, NULL, 39, 'main', ${TID}, NULL, NULL, NULL),
      (2, 9, 59, 'own', ${TID}, NULL, NULL, 0),
      (3, 4, 59, '', ${TID}, 0, 7, 3),
      (3, 4, 59, 'of the other process', ${TID + 0x1000000n}, NULL, NULL, 3),
      (4, NULL, 34, 'a mark', ${TID}, NULL, NULL, 0),
      (5, 8, 60, 'crossing', ${TID}, ${TID + 1n}, NULL, NULL),
      (6, 0, 59, NULL, ${TID}, NULL, NULL, 5)`);
    const exported = openExport(path);
    expect(joined(exported.ranges({ batchRows: 2 }))).toEqual({
      count: 5,
      startNs: [2n, 3n, 3n, 5n, 6n],
      endNs: [9n, 4n, 4n, 8n, 0n],
      isOpen: [0, 0, 0, 0, 1],
      kind: [0, 0, 0, RANGE_KIND.startEnd, 0],
      names: ['own', 'registered', 'of the other process', 'crossing', ''],
      domains: [null, 'ucx', 'nccl', null, null],
      thread: [0, 0, 1, 0, 0],
      endThread: [0, 0, 1, 2, 0],
    });
    expect(exported.threads.map(({ threadId, name }) => [threadId, name])).toEqual([
      [111, 'main'],
      [111, null],
      [112, null],
    ]);
    exported.close();
  });
});

describe('calls', () => {
  test('of memory are picked from those of the runtime and of the driver', async () => {
    const columns =
      'start, end, eventClass, globalTid, correlationId, nameId, returnValue, callchainId';
    const path = await databaseOf(`
      CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
      INSERT INTO StringIds VALUES (1, 'cudaMalloc_v3020'), (2, 'cudaLaunchKernel_v7000'),
        (3, 'cuMemFree_v2'), (4, 'inner'), (5, 'outer');
      CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(${columns});
      CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER(${columns});
      CREATE TABLE CUDA_CALLCHAINS(id, symbol, module, stackDepth);
      INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, ${TID}, 1, 1, 2, 40),
        (3, 4, 0, ${TID}, 2, 2, 0, 41);
      INSERT INTO CUPTI_ACTIVITY_KIND_DRIVER VALUES (5, 6, 1, ${TID}, NULL, 3, 0, NULL);
      INSERT INTO CUDA_CALLCHAINS VALUES (40, 5, 0, 1), (40, 4, 0, 0), (41, 5, 0, 0)`);
    const exported = openExport(path);
    expect(joined(exported.memoryCalls())).toEqual({
      count: 2,
      startNs: [1n, 5n],
      endNs: [2n, 6n],
      thread: [0, 0],
      correlationId: [1, Number.NaN],
      returnValue: [2, 0],
      nameId: [1, 3],
      callchainId: [40, Number.NaN],
    });
    expect([...exported.functions]).toEqual([
      [1, { name: 'cudaMalloc', effect: 'allocate' }],
      [3, { name: 'cuMemFree', effect: 'release' }],
    ]);
    expect([...exported.callStacks()]).toEqual([[40, ['inner', 'outer']]]);
    exported.close();
  });
});

describe('the clock', () => {
  const started = (sql: string) =>
    databaseOf(`CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
      CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs, utcTime, localTime, systemClockNs);
      INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1779630014975716426,
        '2026-05-24T13:40:14', '2026-05-24T19:10:15', 35255823190);
      CREATE TABLE META_DATA_EXPORT(name, value); ${sql}`);

  test('leads to UTC, and tells the zone', async () => {
    const exported = openExport(await started(''));
    expect(exported.clock).toMatchObject({
      utcOffsetNs: 1779630014975716426n - 35255823190n,
      zoneOffsetMinutes: 330,
      isNormalized: false,
    });
    exported.close();
  });

  test('takes back what the export was told to do to times', async () => {
    const sql = `INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PARAM_TIME_NORMALIZE', 'true'),
      ('EXPORT_PARAM_TIME_SHIFT', '-500')`;
    const exported = openExport(await started(sql));
    expect(exported.clock).toMatchObject({ isNormalized: true, shiftNs: -500n, utcOffsetNs: 500n });
    exported.close();
  });
});

/**
 * The pictures of README and docs: each is a view of pages that {@link RUNS} makes. The address of a
 * page says all that is chosen on it, so a scene is little more than an address.
 */
export const SCENES = [
  { name: 'page', run: 'update', hash: '', height: 640 },
  { name: 'allocation', run: 'update', hash: '#range=60,80&allocation=1200', height: 600 },
  { name: 'unreleased', run: 'update', hash: '#at=unreleased', part: 'holders-panel', height: 620 },
  { name: 'found', run: 'update', hash: '#find=reward.py&colour=operator', height: 640 },
  { name: 'memory-map', run: 'update', hash: '#chart=map&by=stack', height: 640 },
  { name: 'allocator', run: 'snapshot', hash: '#chart=allocator', width: 1280, height: 700 },
  { name: 'threads', run: 'spill', hash: '#chart=threads', width: 1180, height: 640 },
  {
    name: 'failure',
    run: 'spill',
    hash: '#below=failures&failure=8',
    part: 'failures-drawer',
    width: 1440,
    height: 1000,
  },
  { name: 'scopes', run: 'spill', hash: '#below=scopes', part: 'scopes-drawer', height: 1000 },
  { name: 'overview', run: 'ranks', hash: '', height: 640 },
];

const SPILL = { seed: 'picture', capacityBytes: 1 << 24, sizeBits: 22, lateShare: 0 };

/** What is drawn: writes the captures into a folder, and tells the words that draw them. */
export const RUNS = {
  update: async (folder, { writeCaptures }) => {
    await writeCaptures(folder, {
      roles: ['actor_update'],
      capture: { seed: 5, allocations: 4000, geAllocations: 120, stackDepth: 10 },
    });
    return [folder, 'memory.parser.type=memory'];
  },
  ranks: async (folder, { writeCaptures }) => {
    await writeCaptures(folder, {
      ranks: [0, 1, 2, 3, 4, 5, 6, 7],
      roles: ['rollout', 'actor_update'],
      capture: { seed: 'ranks', allocations: 400, geAllocations: 0 },
      format: { trace: { counters: 0 } },
    });
    return [folder, 'memory.parser.type=memory'];
  },
  snapshot: async (folder, { writeTorchSnapshot }) => {
    const options = {
      seed: 'picture',
      events: 3000,
      sizeBits: 26,
      capacityBytes: 2 ** 29,
      streams: 1,
    };
    writeTorchSnapshot(`${folder}/rank0.pickle`, { options: { ...options, sharedShare: 0.3 } });
    return [folder];
  },
  spill: async (folder, { writeRmmLogs, writeNsysExport }) => {
    await writeRmmLogs(`${folder}/logs`, 1, { options: SPILL });
    const report = `${folder}/report.sqlite`;
    writeNsysExport(report, { options: { ...SPILL, earlierBlocks: 0 } });
    return [
      `${folder}/logs`,
      'memory.parser.type=rmm_log',
      `memory.parser.ranges=${report}`,
      'memory.tracking.exclude=[spill]',
    ];
  },
};

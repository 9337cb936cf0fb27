/** Rows of the ENUM tables, [id, name, label], as exports of schema 3.16 to 3.25 have them. */
export const ENUMS: Readonly<Record<string, readonly (readonly [number, string, string])[]>> = {
  ENUM_CUDA_DEV_MEM_EVENT_OPER: [
    [0, 'CUDA_DEV_MEM_EVENT_OPR_ALLOCATION', 'Allocation'],
    [1, 'CUDA_DEV_MEM_EVENT_OPR_DEALLOCATION', 'Deallocation'],
  ],
  ENUM_CUDA_MEM_KIND: [
    [0, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'],
    [1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'],
    [2, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'],
    [3, 'CUDA_MEMOPR_MEMORY_KIND_ARRAY', 'Array'],
    [4, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED', 'Managed'],
    [5, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC', 'Device Static'],
    [6, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED_STATIC', 'Managed Static'],
    [7, 'CUDA_MEMOPR_MEMORY_KIND_UNKNOWN', 'Unknown'],
  ],
  ENUM_CUDA_MEMPOOL_OPER: [
    [0, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_INVALID', 'Invalid'],
    [1, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED', 'Created'],
    [2, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED', 'Destroyed'],
    [3, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED', 'Trimmed'],
  ],
  ENUM_CUDA_MEMPOOL_TYPE: [
    [0, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID', 'Invalid'],
    [1, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL', 'Local'],
    [2, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_IMPORTED', 'Imported'],
  ],
  ENUM_NSYS_EVENT_TYPE: [
    [33, 'NvtxCategory', 'NvtxCategory'],
    [34, 'NvtxMark', 'NvtxMark'],
    [37, 'NvtxStartRange', 'NvtxStartRange'],
    [38, 'NvtxEndRange', 'NvtxEndRange'],
    [39, 'NvtxThread', 'NvtxThread'],
    [59, 'NvtxPushPopRange', 'NvtxPushPopRange'],
    [60, 'NvtxStartEndRange', 'NvtxStartEndRange'],
    [70, 'NvtxtPushPopRange', 'NvtxtPushPopRange'],
    [75, 'NvtxDomainCreate', 'NvtxDomainCreate'],
    [76, 'NvtxDomainDestroy', 'NvtxDomainDestroy'],
  ],
  ENUM_DIAGNOSTIC_SEVERITY_LEVEL: [
    [0, 'UnknownLevel', 'Unknown'],
    [1, 'Info', 'Info'],
    [2, 'Warning', 'Warning'],
    [3, 'Error', 'Error'],
    [4, 'Verbose', 'Verbose'],
  ],
};

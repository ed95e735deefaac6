// Everything the client library offers.
#ifndef PJRT_PJRT_H_
#define PJRT_PJRT_H_

#include "pjrt/buffer.h"
#include "pjrt/client.h"
#include "pjrt/compile_options.h"
#include "pjrt/device.h"
#include "pjrt/discovery.h"
#include "pjrt/element_type.h"
#include "pjrt/event.h"
#include "pjrt/executable.h"
#include "pjrt/layout.h"
#include "pjrt/plugin.h"
#include "pjrt/program.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"
#include "pjrt/value.h"

#endif  // PJRT_PJRT_H_

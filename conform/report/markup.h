// Text in HTML and XML.
#ifndef CPPJRT_CONFORM_REPORT_MARKUP_H_
#define CPPJRT_CONFORM_REPORT_MARKUP_H_

#include <string>
#include <string_view>

namespace cppjrt::conform {

// As text or the value of an attribute; bytes that XML does not take become '?'.
std::string EscapeMarkup(std::string_view text);

// The head of a page up to and including <body>, with the styles that all pages share. Pages need no other file.
std::string PageHead(std::string_view title);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_REPORT_MARKUP_H_

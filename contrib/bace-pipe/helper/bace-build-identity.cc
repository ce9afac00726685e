// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-build-identity.h"

#include "ns3/bace-version.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <iomanip>
#include <link.h>
#include <set>
#include <sstream>
#include <system_error>

namespace ns3::bacepipe
{

namespace
{

/// @return in hexadecimal, the build id in the notes of a loaded object; empty if there is none
std::string
FindBuildId(const dl_phdr_info& object)
{
    for (int i = 0; i < object.dlpi_phnum; ++i)
    {
        const auto& header = object.dlpi_phdr[i];
        if (header.p_type != PT_NOTE)
        {
            continue;
        }
        const auto* note = reinterpret_cast<const char*>(object.dlpi_addr + header.p_vaddr);
        const char* end = note + header.p_memsz;
        const auto align = [&](std::size_t size) {
            const std::size_t unit = header.p_align == 8 ? 8 : 4;
            return (size + unit - 1) / unit * unit;
        };
        while (note + sizeof(ElfW(Nhdr)) <= end)
        {
            ElfW(Nhdr) head;
            std::memcpy(&head, note, sizeof(head));
            const char* name = note + sizeof(head);
            const char* id = note + align(sizeof(head) + head.n_namesz);
            if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
                std::memcmp(name, "GNU", 4) == 0 && id + head.n_descsz <= end)
            {
                std::ostringstream text;
                text << std::hex << std::setfill('0');
                for (std::size_t byte = 0; byte < head.n_descsz; ++byte)
                {
                    text << std::setw(2) << unsigned{static_cast<unsigned char>(id[byte])};
                }
                return text.str();
            }
            note = id + align(head.n_descsz);
        }
    }
    return "";
}

/// @return what tells a file from its other versions, when it does not say itself
std::string
DescribeFile(const std::filesystem::path& path)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    const auto time = std::filesystem::last_write_time(path, error).time_since_epoch().count();
    return path.filename().string() + " " + std::to_string(size) + " " + std::to_string(time);
}

/// Adds what tells a loaded object apart, if it is the program or of ns-3.
int
AddObject(dl_phdr_info* object, std::size_t, void* identities)
{
    const std::filesystem::path path = object->dlpi_name;
    const bool isProgram = path.empty();
    if (isProgram || path.filename().string().rfind("libns3", 0) == 0)
    {
        const std::string id = FindBuildId(*object);
        static_cast<std::set<std::string>*>(identities)
            ->insert(!id.empty() ? id : DescribeFile(isProgram ? "/proc/self/exe" : path));
    }
    return 0;
}

} // namespace

std::string
GetBuildIdentity()
{
    std::set<std::string> identities; // sorted: the order of loading does not matter
    dl_iterate_phdr(AddObject, &identities);
    std::string text = GetVersion() + " " + GetNs3Version();
    for (const std::string& identity : identities)
    {
        text += " " + identity;
    }
    return text;
}

std::string
GetChangedDefaults()
{
    std::set<std::string> changes; // sorted: numbers of types hang on the order of loading
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            const TypeId::AttributeInformation attribute = type.GetAttribute(j);
            const std::string now = attribute.initialValue->SerializeToString(attribute.checker);
            if (now != attribute.originalInitialValue->SerializeToString(attribute.checker))
            {
                changes.insert(type.GetName() + "::" + attribute.name + "=" + now);
            }
        }
    }
    for (auto value = GlobalValue::Begin(); value != GlobalValue::End(); ++value)
    {
        StringValue text;
        (*value)->GetValue(text);
        if ((*value)->GetName().rfind("Rng", 0) != 0)
        {
            changes.insert((*value)->GetName() + "=" + text.Get());
        }
    }
    std::string all;
    for (const std::string& change : changes)
    {
        all += change + " ";
    }
    return all;
}

} // namespace ns3::bacepipe
